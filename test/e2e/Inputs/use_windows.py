# use_windows.py SCRIPT COMMAND...: runs a command on a display of its own, and
# does there what the lines of SCRIPT say. Ends with the command's exit status.
#   = REGEX      waits until a window has such a title
#   anything     is what xdotool does
import os
import shlex
import signal
import subprocess
import sys


def xdotool(*words):
    return subprocess.run(("xdotool",) + words, stdout=subprocess.DEVNULL).returncode


numbers, write = os.pipe()
server = subprocess.Popen(
    ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-r", "-s", "0",
     "-noreset", "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
os.close(write)
os.environ["DISPLAY"] = ":" + os.read(numbers, 16).decode().strip()
os.environ.pop("XAUTHORITY", None)
# A shell that starts the tests in the background makes them ignore SIGINT.
command = subprocess.Popen(
    sys.argv[2:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for line in open(sys.argv[1]):
    line = line.strip()
    if line.startswith("= "):
        while xdotool("search", "--onlyvisible", "--name", line[2:]) != 0:
            if command.poll() is not None:
                sys.exit("the command has ended before a window had the title " + line[2:])
    elif line == "interrupt":
        command.send_signal(signal.SIGINT)
    elif line:
        xdotool(*shlex.split(line))
status = command.wait()
server.terminate()
server.wait()
sys.exit(status)
