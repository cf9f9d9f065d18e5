"""Tests two tools on one case directory: only one may change the case, others
may read it, and a killed tool leaves no lock.
"""

import os
import shutil
import signal
import sqlite3
import time
import unittest

import faults


class TwoTools(faults.FaultTest):

    def at_work(self, case):
        """Returns a reduction that is at work until the test ends it."""
        shutil.copytree(self.calm, case)
        os.remove(os.path.join(case, "tests.sqlite"))
        process = self.begin(self.old_case(case, "--engine", "lldb"))
        self.addCleanup(self.put_down, process)
        end = time.monotonic() + faults.HANG
        while not self.has_stored(case) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        # A stopped tool still counts as working on the case.
        os.kill(process.pid, signal.SIGSTOP)
        return process

    def has_stored(self, case):
        try:
            return bool(self.outcomes(case))
        except sqlite3.Error:
            return False  # the database does not exist yet

    def put_down(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()
        self.assert_nothing_left()

    def test_the_second_tool_is_refused_and_the_first_continues(self):
        case = os.path.join(self.new_folder(), "case")
        first = self.at_work(case)
        trace = os.path.join(case, "trace.pst")
        before = os.stat(trace)
        for verb, old in (("reduce", True), ("reduce", False),
                          ("record", False), ("verify", True),
                          ("slice", True)):
            with self.subTest(verb=verb, old=old):
                make = self.old_case if old else self.new_case
                ended = self.call(make(case, verb=verb))
                self.assert_clear(ended, (2,))
                self.assertIn("another pinstripe is at work", ended.error)
        self.assertEqual(os.stat(trace).st_mtime_ns, before.st_mtime_ns)
        self.assertIsNone(first.poll())
        self.assert_readable(case)
        os.kill(first.pid, signal.SIGCONT)
        self.assert_clear(self.finish(first), (0,))
        self.assertEqual(self.kept(case), self.right)
        self.assert_goes_on(case)

    def test_the_second_tool_is_refused_before_it_reads_the_program(self):
        """Reading the program can take a while."""
        case = os.path.join(self.new_folder(), "case")
        self.at_work(case)
        missing = [faults.TOOL, "reduce", "-o", case, "--", "/nonexistent"]
        ended = self.call(missing)
        self.assert_clear(ended, (2,))
        self.assertIn("another pinstripe is at work", ended.error)

    @faults.long
    def test_a_killed_tool_leaves_no_lock(self):
        case = self.copy_of_calm()
        for i in range(12 if faults.ALL else 4):
            with self.subTest(round=i):
                process = self.begin(self.old_case(case, "--fresh", "-j", "2"))
                time.sleep(self.random.uniform(0.01, 0.4))
                process.kill()
                process.wait()
                again = self.begin(self.old_case(case))
                process.communicate()
                self.assert_clear(self.finish(again), (0,))
                self.assertEqual(self.kept(case), self.right)

    @faults.long
    def test_a_killed_recording_leaves_the_existing_case(self):
        """The recording is killed at random moments."""
        case = self.copy_of_calm()
        names = sorted(os.listdir(case))
        begin = time.monotonic()
        self.assert_clear(self.call(self.new_case(case, verb="record")), (0,))
        length = time.monotonic() - begin
        for i in range(30 if faults.ALL else 8):
            with self.subTest(round=i):
                case = self.copy_of_calm()
                process = self.begin(self.new_case(case, verb="record"))
                time.sleep(self.random.uniform(0, length))
                process.kill()
                process.communicate()
                ended = self.call(self.old_case(case, "--limit", "1",
                                                verb="show"))
                self.assert_clear(ended, (0,))
                self.assert_goes_on(case)
                self.assertEqual(
                    sorted(set(os.listdir(case)) - {"work"}),
                    sorted(set(names) - {"work"}))


if __name__ == "__main__":
    unittest.main(verbosity=2)
