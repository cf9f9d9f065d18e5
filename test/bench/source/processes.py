"""Measures how long a program and all processes that it starts use processors.

A process that has outlived its parent becomes a child of this one, so none is
lost.
"""

import ctypes
import os
import resource
import signal
import time

PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")


def reaped():
    """Returns the seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def descendants():
    """Returns, for each descendant of this process, the seconds that it and its
    ended children have used."""
    parents, seconds = {}, {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # It has ended meanwhile.
        parents[int(name)] = int(fields[1])
        seconds[int(name)] = sum(map(int, fields[11:15])) / TICKS
    found, waiting = {}, [os.getpid()]
    while waiting:
        parent = waiting.pop()
        children = [pid for pid, its in parents.items() if its == parent]
        found.update((pid, seconds[pid]) for pid in children)
        waiting += children
    return found


class Usage:
    """The seconds of one program with all its descendants. There must be no
    other child processes meanwhile."""

    def __init__(self, process):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.process = process
        self.before = reaped()

    def used(self):
        return reaped() - self.before + sum(descendants().values())

    def watch(self, seconds):
        """Waits until the program ends, and interrupts it when it has used the
        seconds. Returns what it has used in the end, and whether it was
        interrupted."""
        is_ended = False
        while self.process.poll() is None:
            if not is_ended and self.used() > seconds:
                is_ended = True
                os.killpg(self.process.pid, signal.SIGINT)
                patience = time.monotonic() + 60
            if is_ended and time.monotonic() > patience:
                break
            time.sleep(0.5)
        self.end_rest()
        return reaped() - self.before, is_ended

    def end_rest(self):
        """Ends all descendants that are left, and waits for them."""
        while True:
            for pid in descendants():
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    time.sleep(0.05)
            except ChildProcessError:
                return
