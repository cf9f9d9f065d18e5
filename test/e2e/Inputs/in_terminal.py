# in_terminal.py COLUMNS COMMAND...: runs a command in a terminal of this width,
# and prints what the terminal got. Ends with the command's exit status.
import fcntl
import os
import pty
import struct
import sys
import termios

columns = int(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    size = struct.pack("HHHH", 40, columns, 0, 0)
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        got = os.read(terminal, 65536)
    except OSError:  # Linux reports the end of the last user as an error.
        break
    if not got:
        break
    shown += got
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
