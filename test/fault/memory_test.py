"""Tests with too little memory: for the tool, for the servers and debuggers
that it starts, for a run.
"""

import os
import resource
import threading
import time
import unittest

import faults


@faults.long
class LittleMemory(faults.FaultTest):

    def call_within(self, megabytes, command):
        return self.call(["sh", "-c", 'ulimit -v "$0"; exec "$@"',
                          str(megabytes * 1024)] + command)

    def test_the_tool_has_little(self):
        """The limit goes from too little for a start up to enough."""
        succeeded = 0
        for engine in ("native", "lldb"):
            megabytes = 120
            while megabytes < 4000:
                with self.subTest(megabytes=megabytes, engine=engine):
                    case = self.copy_of_calm()
                    ended = self.call_within(megabytes, self.old_case(
                        case, "--fresh", "--engine", engine, "--max-tests",
                        "5"))
                    # If the dynamic loader lacks memory, it prints a message of
                    # its own.
                    if ended.status == 127:
                        self.assertIn("shared libraries", ended.error)
                    else:
                        self.assert_clear(ended, (0, 1, 4))
                    succeeded += ended.status == 0
                    self.assertEqual(self.kept(case)[0], self.right[0])
                    self.assert_readable(case)
                megabytes = megabytes * (3 if faults.ALL else 4) // 2
        self.assertGreater(succeeded, 0)
        self.assert_nothing_left()

    def test_processes_of_the_tool_have_little(self):
        """The tool replaces a process that can't continue."""
        for engine, name in (("native", "total"), ("lldb", "lldb-server")):
            for megabytes in (1, 64):
                with self.subTest(engine=engine, megabytes=megabytes):
                    case = self.copy_of_calm()
                    os.remove(os.path.join(case, "tests.sqlite"))
                    process = self.begin(self.old_case(
                        case, "--engine", engine, "--max-tests", "5"))
                    limited = self.limit_first(process, name, megabytes)
                    ended = self.finish(process)
                    limited.join()
                    # If the limit holds from the first instruction on, the
                    # dynamic loader reports it.
                    self.assert_clear(ended, (0, 1, 4))
                    self.assertEqual(self.kept(case)[0], self.right[0])
                    if ended.status == 0:
                        self.assert_right_outcomes(case)
                    self.assert_goes_on(case)
        self.assert_nothing_left()

    def limit_first(self, process, name, megabytes):
        limit = (megabytes << 20, megabytes << 20)

        def limit_one():
            while process.poll() is None:
                for pid in faults.descendants_of(process.pid):
                    if faults.name_of(pid) != name:
                        continue
                    try:
                        resource.prlimit(pid, resource.RLIMIT_AS, limit)
                    except OSError:
                        continue  # the process has ended
                    return
                time.sleep(0.001)
        thread = threading.Thread(target=limit_one, daemon=True)
        thread.start()
        return thread


@faults.long
class EachAllocation(faults.FaultTest):
    """The N-th allocation of the tool fails, alone or with all later ones."""

    def call_of(self, case):
        return self.old_case(case, "--fresh", "--max-tests", "20")

    def allocations(self):
        case = self.copy_of_calm()
        count = os.path.join(os.path.dirname(case), "count")
        environment = self.preloaded("NoMemory.c", FAULT_COUNT=count)
        self.assert_clear(self.call(self.call_of(case), environment), (0,))
        return int(faults.read(count))

    def test_the_nth_allocation_fails(self):
        allocations = self.allocations()
        self.assertGreater(allocations, 1000)
        # The first allocations are made by libraries when they initialise
        # themselves.
        first, parts = 1000, 16 if faults.ALL else 3
        part = (allocations - first) // parts
        for begin in range(first, allocations - part, part):
            number = begin + self.random.randrange(part)
            for later in (False, True):
                with self.subTest(number=number, of=allocations, later=later):
                    self.fail_at(number, later)
        self.assert_nothing_left()

    def fail_at(self, number, later):
        case = self.copy_of_calm()
        variables = {"FAULT_CALL": number}
        if later:
            variables["FAULT_ALL"] = 1
        environment = self.preloaded("NoMemory.c", **variables)
        ended = self.call(self.call_of(case), environment)
        # If memory is missing, debug information may look damaged.
        self.assert_clear(ended, (0, 1, 4))
        self.assertEqual(self.kept(case)[0], self.right[0])
        self.assert_goes_on(case)


if __name__ == "__main__":
    unittest.main(verbosity=2)
