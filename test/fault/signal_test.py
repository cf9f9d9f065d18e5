"""Tests Ctrl-C and SIGTERM while lanes are at work: the tool ends before its
work is done, reports what it has found, and leaves no process running.
"""

import json
import os
import signal
import time
import unittest

import faults

INTERRUPTED = 130


def number_of_sandboxes(pid):
    return sum(faults.name_of(each) == "pinstripe-world"
               for each in faults.descendants_of(pid))


class Lanes(faults.FaultTest):
    # The program pauses, so that each run takes long enough for several lanes
    # to be at work.
    PROGRAM_OPTIONS = ["-DPAUSE=50000"]

    def command(self, verb, report):
        folder = os.path.dirname(report)
        case = os.path.join(folder, "case")
        options = ["-j", "2", "--json", report]
        if verb == "reduce":
            # The algorithm ddmin needs far more tests.
            return self.new_case(case, "--algorithm", "ddmin", *options)
        right = os.path.join(folder, "right")
        with open(right, "w") as file:
            file.write("other 1\ntotal 2\n")
        return [faults.TOOL, verb, "--expect-stdout", right, "-o", case,
                *options, "--", self.program]

    def begin_work(self, command):
        """Waits until all lanes have a sandbox, besides the tool's own."""
        process = self.begin(command)
        end = time.monotonic() + faults.HANG
        while number_of_sandboxes(process.pid) < 3:
            self.assertIsNone(process.poll(), "too short for this test")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.005)
        time.sleep(self.random.uniform(0, 0.2))
        return process

    def finish_interrupted(self, process):
        ended = self.finish(process)
        self.assertEqual(ended.status, INTERRUPTED, str(ended))
        self.assert_nothing_left()
        return ended

    def test_once(self):
        """After one signal the tool reports what it has found so far."""
        for verb in ("reduce", "switch", "omit", "locate"):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(verb=verb, number=number):
                    report = os.path.join(self.new_folder(), "report.json")
                    process = self.begin_work(self.command(verb, report))
                    process.send_signal(number)
                    ended = self.finish_interrupted(process)
                    self.assertEqual(ended.error.count("error:"), 0,
                                     str(ended))
                    result = json.loads(faults.read(report))
                    self.assertIn('"interrupted": true', json.dumps(result))

    @faults.long
    def test_twice(self):
        """After two signals the tool ends at once, without a report."""
        for verb in ("reduce", "switch", "locate"):
            with self.subTest(verb=verb):
                report = os.path.join(self.new_folder(), "report.json")
                process = self.begin_work(self.command(verb, report))
                process.send_signal(signal.SIGINT)
                time.sleep(0.15)  # two signals in short order would be one
                process.send_signal(signal.SIGINT)
                self.finish_interrupted(process)


if __name__ == "__main__":
    # If a shell starts this test in the background, SIGINT is ignored. The tool
    # would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main(verbosity=2)
