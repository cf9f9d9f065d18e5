"""Tests that interrupted system calls, stops of the tool and a clock that
jumps change no result.
"""

import json
import os
import signal
import threading
import time
import unittest

import faults


@faults.long
class Undisturbed(faults.FaultTest):
    """Compares each command's report with that of an undisturbed command."""

    COMMANDS = {
        "reduce": ["reduce"],
        "two lanes": ["reduce", "-j", "2"],
        "guarded": ["reduce", "--flow", "guarded"],
        "lldb": ["record", "--engine", "lldb"],
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.expected = {name: cls.run_command(name, cls.environment)
                        for name in cls.COMMANDS}

    @classmethod
    def run_command(cls, name, environment, watch=None):
        """Returns the report of a command, without times."""
        verb, *options = cls.COMMANDS[name]
        case = os.path.join(cls.folder, "case of " + name)
        report = os.path.join(cls.folder, "report.json")
        command = cls.new_case(case, "--json", report, *options, verb=verb)
        process = cls.begin(command, environment)
        if watch:
            watch(process)
        ended = cls.finish(process)
        if ended.status != 0:
            return str(ended)
        document = json.loads(faults.read(report))
        document.pop("time", None)
        document.pop("tests", None)
        document.pop("record_s", None)
        document.get("trace", {}).pop("record_s", None)
        # While the tool is stopped, a run may reach its time limit. The result
        # stays the same, but the reason why an event was kept can differ.
        for event in document.get("result", {}).get("events", []):
            event.pop("without", None)
        return document

    def assert_same(self, environment, watch=None):
        for name in self.COMMANDS:
            with self.subTest(command=name):
                self.assertEqual(
                    self.run_command(name, environment, watch),
                    self.expected[name])
        self.assert_nothing_left()

    def test_calls_that_are_interrupted(self):
        self.assert_same(self.preloaded("Interruptions.c"))

    def test_a_clock_that_jumps(self):
        self.assert_same(self.preloaded("ClockJumps.c"))

    def test_a_tool_that_is_stopped_and_continued(self):
        """Stopping a process also interrupts some system calls."""
        def storm(process):
            def blow():
                while process.poll() is None:
                    faults.send(process.pid, signal.SIGSTOP)
                    time.sleep(0.001)
                    faults.send(process.pid, signal.SIGCONT)
                    time.sleep(0.003)
            threading.Thread(target=blow, daemon=True).start()
        self.assert_same(self.environment, storm)


if __name__ == "__main__":
    unittest.main(verbosity=2)
