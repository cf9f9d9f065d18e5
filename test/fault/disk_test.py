"""Tests with a full disk: from the beginning, at some point, or at each call
that needs room. Nothing of an existing case is lost, and the reduction
continues once there is room.
"""

import os
import shutil
import unittest

import faults

INSIDE = faults.enter_namespace()
# Exit statuses on a full disk: success, or an internal error, which includes a
# file that can't be written.
FULL = (0, 1)


@unittest.skipUnless(INSIDE, "needs user namespaces: unshare -Urm fails here")
class SmallDisk(faults.FaultTest):

    def disk(self, kilobytes):
        path = os.path.join(self.new_folder(), "disk")
        faults.mount_disk(path, kilobytes)
        self.addCleanup(faults.unmount_disk, path)
        return path

    def fill(self, disk, leave=0):
        """Fills the disk, but for some kilobytes."""
        filler = os.path.join(disk, "filler")
        status = os.statvfs(disk)
        with open(filler, "wb") as file:
            file.write(bytes(max(0, status.f_bavail * status.f_bsize
                                 - leave * 1024)))
        return filler

    @faults.long
    def test_a_disk_that_gets_full_somewhere(self):
        """A new case on a small disk succeeds or fails with one message."""
        succeeded = failed = 0
        for kilobytes in [4, *self.some(range(20, 140, 16), 3), 300, 1024]:
            disk = self.disk(kilobytes)
            case = os.path.join(disk, "case")
            with self.subTest(kilobytes=kilobytes):
                ended = self.call(self.new_case(case))
                self.assert_clear(ended, FULL)
                succeeded += ended.status == 0
                failed += ended.status != 0
                if ended.status == 0:
                    self.assertEqual(self.kept(case), self.right)
                    continue
                self.assertIn(disk, ended.error)
                faults.resize_disk(disk, 4096)
                ended = self.call(self.old_case(case))
                if ended.status == 2:  # there is no case yet
                    self.assertIn("record", ended.error)
                    ended = self.call(self.new_case(case))
                self.assert_clear(ended, (0,))
                self.assertEqual(self.kept(case), self.right)
        self.assertGreater(succeeded, 0)
        self.assertGreater(failed, 0)

    def existing_case(self, disk):
        case = os.path.join(disk, "case")
        shutil.copytree(self.calm, case)
        return case

    @faults.long
    def test_a_reduction_on_a_disk_that_gets_full(self):
        """A reduction of an existing case keeps the case readable."""
        for leave in self.some((0, 4, 16, 32, 64), 2):
            for options in ([], ["--fresh"], ["-j", "2", "--fresh"]):
                with self.subTest(leave=leave, options=options):
                    disk = self.disk(1024)
                    case = self.existing_case(disk)
                    filler = self.fill(disk, leave)
                    ended = self.call(self.old_case(case, *options))
                    self.assert_clear(ended, FULL)
                    self.assertEqual(self.kept(case)[0], self.right[0])
                    # With --fresh, the stored tests are not used.
                    self.assert_readable(case, "--fresh" not in options)
                    os.remove(filler)
                    self.assert_goes_on(case)

    def test_a_recording_in_the_place_of_a_case(self):
        """An existing case stays until the new recording is complete."""
        for leave in self.some((0, 4, 8, 12, 16, 24), 2):
            for verb in ("record", "reduce"):
                with self.subTest(leave=leave, verb=verb):
                    disk = self.disk(1024)
                    case = self.existing_case(disk)
                    filler = self.fill(disk, leave)
                    ended = self.call(self.new_case(case, verb=verb))
                    self.assert_clear(ended, FULL)
                    os.remove(filler)
                    if ended.status == 0:
                        continue
                    ended = self.call(self.old_case(case, "--limit", "1",
                                                    verb="show"))
                    self.assertEqual(ended.status, 0, str(ended))
                    self.assert_goes_on(case)


@faults.long
class EachCall(faults.FaultTest):
    """The N-th call of the tool that needs room fails, and all later ones."""

    CASES = {"record again": ("record", True), "reduce": ("reduce", False),
             "reduce again": ("reduce", True)}

    def command(self, case, verb, again):
        if again:
            return self.new_case(case, verb=verb)
        return self.old_case(case, "--fresh", verb=verb)

    def calls_of(self, verb, again):
        case = self.copy_of_calm()
        count = os.path.join(os.path.dirname(case), "count")
        environment = self.preloaded("NoSpace.c", FAULT_FOLDER=case,
                                     FAULT_COUNT=count)
        ended = self.call(self.command(case, verb, again), environment)
        self.assert_clear(ended, (0,))
        return int(faults.read(count))

    def test_the_nth_call_fails(self):
        for name, (verb, again) in self.CASES.items():
            calls = self.calls_of(verb, again)
            self.assertGreater(calls, 10)
            # The first calls are tried one by one, and later ones with growing
            # gaps.
            step = 4 if faults.ALL else 2
            number = self.random.randint(1, 2)
            while number <= calls:
                with self.subTest(command=name, call=number, of=calls):
                    self.fail_at(verb, again, number)
                number += max(1, number // step)

    def fail_at(self, verb, again, number):
        case = self.copy_of_calm()
        environment = self.preloaded("NoSpace.c", FAULT_FOLDER=case,
                                     FAULT_CALL=number)
        ended = self.call(self.command(case, verb, again), environment)
        self.assert_clear(ended, FULL)
        if ended.status != 0:
            self.assertRegex(ended.error, "No space left|disk is full|"
                                          "its disk")
        self.assert_goes_on(case)


if __name__ == "__main__":
    unittest.main(verbosity=2)
