"""Tests with a database of tests that another program has locked, for a while
or for longer than the tool waits.
"""

import os
import sqlite3
import threading
import time
import unittest

import faults


class Lock:
    """A lock that a thread holds, since a connection belongs to one thread."""

    def __init__(self, case, begin):
        self.ready, self.release = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.hold, args=(case, begin))
        self.thread.start()
        self.ready.wait()

    def hold(self, case, begin):
        path = os.path.join(case, "tests.sqlite")
        connection = sqlite3.connect(path, isolation_level=None,
                                     timeout=faults.HANG)
        for statement in begin:
            connection.execute(statement)
        self.ready.set()
        self.release.wait()
        connection.close()

    def end(self):
        self.release.set()
        self.thread.join()


WRITING = ["BEGIN IMMEDIATE"]
# While this lock is held, not even readers can use the database.
ALONE = ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE",
         "UPDATE about SET version = version"]


class Locked(faults.FaultTest):

    def lock(self, case, begin):
        held = Lock(case, begin)
        self.addCleanup(held.end)
        return held

    def test_a_lock_that_is_released(self):
        """The tool waits for a lock that is released."""
        for begin in (WRITING, ALONE):
            with self.subTest(lock=begin):
                case = self.copy_of_calm()
                held = self.lock(case, begin)
                process = self.begin(self.old_case(case))
                time.sleep(0.5)
                held.end()
                self.assert_clear(self.finish(process), (0,))
                self.assertEqual(self.kept(case), self.right)

    @faults.long
    def test_a_lock_that_stays(self):
        """The tool reports the lock, and the case stays as it is."""
        processes = []
        for begin in (WRITING, ALONE):
            case = self.copy_of_calm()
            held = self.lock(case, begin)
            processes.append((begin, case, held,
                              self.begin(self.old_case(case))))
        for begin, case, held, process in processes:
            with self.subTest(lock=begin):
                ended = self.finish(process)
                self.assert_clear(ended, (1,))
                self.assertIn("tests.sqlite", ended.error)
                self.assertIn("locked", ended.error)
                self.assertEqual(self.kept(case), self.right)
                held.end()
                self.assert_goes_on(case)

    @faults.long
    def test_a_lock_during_a_reduction(self):
        """The best result so far is stored, and the next reduction continues.
        """
        case = self.copy_of_calm()
        path = os.path.join(case, "tests.sqlite")
        os.remove(path)
        # With the LLDB engine, each test takes long enough to be interrupted.
        process = self.begin(self.old_case(case, "--engine", "lldb"))
        end = time.monotonic() + faults.HANG
        while time.monotonic() < end and self.number_of_tests(path) < 3:
            time.sleep(0.02)
        held = self.lock(case, WRITING)
        ended = self.finish(process)
        self.assert_clear(ended, (1,))
        self.assertIn("locked", ended.error)
        self.assertIn("best result", ended.error)
        stored = self.number_of_tests(path)
        self.assertGreaterEqual(stored, 3)
        held.end()
        self.assert_readable(case)
        ended = self.call(self.old_case(case, "--engine", "lldb"))
        self.assert_clear(ended, (0,))
        self.assertIn("resuming with", ended.error)
        self.assertEqual(self.kept(case), self.right)

    @staticmethod
    def number_of_tests(path):
        try:
            connection = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
            try:
                return connection.execute(
                    "SELECT count(*) FROM tests").fetchone()[0]
            finally:
                connection.close()
        except sqlite3.Error:
            return 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
