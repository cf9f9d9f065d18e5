"""expect_exit.py STATUS COMMAND...

Runs the command without a terminal, with its stderr joined to stdout. Succeeds if
the command ends with the status and leaves no process behind.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# Seconds after which a process counts as hanging: far more than anything takes
# on the busiest machine.
HANG = 3000.0


def children():
    """The ids of the living children of this process, adopted orphans included."""
    path = "/proc/self/task/%d/children" % os.getpid()
    with open(path) as file:
        return [int(pid) for pid in file.read().split()]


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def leftovers():
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        reap()
        if not children():
            return []
        time.sleep(0.02)
    return children()


def describe(pid):
    with open("/proc/%d/cmdline" % pid, "rb") as file:
        return file.read().replace(b"\0", b" ").decode(errors="replace")


def adopt_orphans():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_leftovers():
    """Kills the processes that are left. Returns whether there were none."""
    left = leftovers()
    for pid in left:
        print("left running: %d %s" % (pid, describe(pid)), file=sys.stderr)
        os.kill(pid, signal.SIGKILL)
    reap()
    return not left


def main():
    arguments = sys.argv[1:]
    expected = int(arguments[0])
    adopt_orphans()
    process = subprocess.Popen(arguments[1:], stdin=subprocess.DEVNULL,
                               stderr=subprocess.STDOUT)
    try:
        status = process.wait(HANG)
    except subprocess.TimeoutExpired:
        process.kill()
        kill_leftovers()
        sys.exit("hangs")
    if status != expected:
        print("exit status %d, expected %d" % (status, expected),
              file=sys.stderr)
    clean = kill_leftovers()
    sys.exit(0 if status == expected and clean else 1)


if __name__ == "__main__":
    main()
