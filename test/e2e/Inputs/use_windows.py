# use_windows.py SCRIPT COMMAND...: runs a command on a display of its own, and
# does there what the lines of SCRIPT say. Ends with the command's exit status.
#   = REGEX      waits until a window has such a title, and the command has had
#                time to see it
#   anything     is what xdotool does
import os
import shlex
import signal
import subprocess
import sys
import time


def xdotool(*words):
    return subprocess.run(("xdotool",) + words, stdout=subprocess.DEVNULL).returncode


def waits(process):
    """Returns how often the process has begun to wait for something."""
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            if line.startswith("voluntary_ctxt_switches"):
                return int(line.split()[1])
    return 0


def let_look(process):
    """Waits until the process has looked at all windows. It does so again and
    again, and waits for answers of the server ten times or so each time. On a
    busy machine it may not get to that before the next thing is done here."""
    enough = waits(process) + 50
    while process.poll() is None and waits(process) < enough:
        time.sleep(0.005)


numbers, write = os.pipe()
server = subprocess.Popen(
    ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-r", "-s", "0",
     "-noreset", "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
os.close(write)
os.environ["DISPLAY"] = ":" + os.read(numbers, 16).decode().strip()
os.environ.pop("XAUTHORITY", None)
# If a shell starts the tests in the background, SIGINT is ignored. The command
# would inherit that.
command = subprocess.Popen(
    sys.argv[2:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for line in open(sys.argv[1]):
    line = line.strip()
    if line.startswith("= "):
        while xdotool("search", "--onlyvisible", "--name", line[2:]) != 0:
            if command.poll() is not None:
                sys.exit("the command has ended before a window had the title " + line[2:])
        let_look(command)
    elif line == "interrupt":
        command.send_signal(signal.SIGINT)
    elif line:
        xdotool(*shlex.split(line))
status = command.wait()
server.terminate()
server.wait()
sys.exit(status)
