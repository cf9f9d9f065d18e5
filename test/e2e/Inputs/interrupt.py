"""interrupt.py SIGNAL FILE COMMAND...

Starts the command, waits until FILE exists, sends the signal to the process (as
kill does) and prints the exit status. Fails if a process is left behind.
"""

import os
import signal
import subprocess
import sys
import time

import expect_exit


def wait_for(path, process):
    end = time.monotonic() + expect_exit.HANG
    while not os.path.exists(path):
        if process.poll() is not None:
            sys.exit("ended with %d before it could be interrupted"
                     % process.returncode)
        if time.monotonic() > end:
            process.kill()
            expect_exit.kill_leftovers()
            sys.exit("%s did not appear" % path)
        time.sleep(0.01)


def main():
    number = getattr(signal, sys.argv[1])
    expect_exit.adopt_orphans()
    # lit ignores SIGINT in its workers, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL)
    wait_for(sys.argv[2], process)
    process.send_signal(number)
    try:
        status = process.wait(expect_exit.HANG)
    except subprocess.TimeoutExpired:
        process.kill()
        expect_exit.kill_leftovers()
        sys.exit("hangs after the signal")
    print("exit status %d" % status, flush=True)
    if not expect_exit.kill_leftovers():
        sys.exit(1)


if __name__ == "__main__":
    main()
