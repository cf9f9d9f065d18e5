"""kill_lanes.py NUMBER COMMAND...

Runs the command, and kills NUMBER processes `pinstripe serve-lane` that it has
started, one after the other, each as soon as it makes runs. Fails if the command
fails, or ends before so many processes were killed.
"""

import os
import signal
import subprocess
import sys
import time

import expect_exit


def parents():
    """The parent of each process."""
    result = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name) as file:
                result[int(name)] = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            pass  # It has ended meanwhile.
    return result


def is_below(process, ancestor, tree):
    while process in tree:
        if process == ancestor:
            return True
        process = tree[process]
    return False


def working_lanes(ancestor):
    """The processes of lanes that have started a process to make runs."""
    tree = parents()
    with_children = set(tree.values())
    lanes = []
    for process in tree:
        if process not in with_children or not is_below(process, ancestor, tree):
            continue
        try:
            words = expect_exit.describe(process).split()
        except OSError:
            continue
        if words[-1:] == ["serve-lane"]:
            lanes.append(process)
    return lanes


def main():
    number, command = int(sys.argv[1]), sys.argv[2:]
    killed = set()
    search = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    while search.poll() is None:
        for lane in working_lanes(search.pid):
            if len(killed) < number and lane not in killed:
                os.kill(lane, signal.SIGKILL)
                killed.add(lane)
        time.sleep(0.01)
    if search.returncode:
        sys.exit("exit status %d" % search.returncode)
    if len(killed) < number:
        sys.exit("the search ended after %d kills" % len(killed))


if __name__ == "__main__":
    main()
