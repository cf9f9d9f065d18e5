"""kill_and_continue.py ROUNDS TOOL OPTIONS... -- PROGRAM...

Records the program, then kills `TOOL reduce` on the case at ROUNDS random
moments; each reduction resumes with the tests that the one before has stored.
Fails unless every completed reduction has the result of one that was never
stopped, no stored test is ever lost, and no process is left behind.
"""

import random
import signal
import subprocess
import sys
import time

import expect_exit
import same_result


def run(command):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def stored_tests(tool):
    """The numbers and outcomes of the tests in the case directory."""
    shown = subprocess.run([tool, "show", "--tests", "-o", "case"],
                           capture_output=True, text=True, check=False)
    rows = [line.split() for line in shown.stdout.splitlines()[2:]]
    return [row[:3] for row in rows]


def expect_same_result(kills):
    problem = same_result.difference(["whole.json", "continued.json"], True)
    if problem:
        sys.exit("after %d kills %s" % (kills, problem))


def main():
    rounds, tool = int(sys.argv[1]), sys.argv[2]
    options, program = sys.argv[3:], []
    at = options.index("--")
    options, program = options[:at], options[at + 1:]
    expect_exit.adopt_orphans()
    record = [tool, "record", "-o", "case"] + options + ["--"] + program
    reduce = [tool, "reduce", "-o", "case", "--json"]
    run(record)
    start = time.monotonic()
    run(reduce + ["whole.json"])
    whole = time.monotonic() - start
    random.seed(7)
    killed = 0
    run(record)
    before = []
    while killed < rounds:
        process = subprocess.Popen(reduce + ["continued.json"],
                                   stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            status = process.wait(random.uniform(0, whole))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
            now = stored_tests(tool)
            if now[:len(before)] != before:
                sys.exit("after %d kills tests are lost: %r, then %r"
                         % (killed, before, now))
            before = now
            continue
        if status != 0:
            sys.exit("after %d kills the reduction ends with %d"
                     % (killed, status))
        expect_same_result(killed)
        before = []
        run(record)
    run(reduce + ["continued.json"])
    expect_same_result(killed)
    if not expect_exit.kill_leftovers():
        sys.exit(1)
    print("%d kills" % killed)


if __name__ == "__main__":
    main()
