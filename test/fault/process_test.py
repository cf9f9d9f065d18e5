"""Tests in which processes of the tool are killed or stopped from outside:
servers, debuggers, the program itself, processes that clean up. After one
such event the result is right; after many it is right or there is one error
message, and a later reduction gives the right result.

The moment is chosen by the number of tests that the tool has stored, not by
time.
"""

import json
import os
import signal
import sqlite3
import sys
import threading
import time
import unittest

import faults

REAL_SERVER = "/usr/lib/llvm-19/bin/lldb-server"
KILL, STOP = signal.SIGKILL, signal.SIGSTOP
# If the fault is permanent, the tool may give up: with an error, or because the
# program seems to end in that way.
GIVEN_UP = (0, 1, 3)


def named(name):
    return lambda pid: faults.name_of(pid) == name


program = named("total")
tool = named(os.path.basename(faults.TOOL)[:15])
janitor = named("pinstripe-clean")
warden = named("pinstripe-world")
supervisor = named("pinstripe-super")
debugger = named("lldb-server")


def server(pid):
    return program(pid) and tool(faults.parent_of(pid))


def run(pid):
    return program(pid) and server(faults.parent_of(pid))


def plain_run(pid):
    return program(pid) and supervisor(faults.parent_of(pid))


def debugged_run(pid):
    return program(pid) and debugger(faults.parent_of(pid))


def anyone(pid):
    return True


class Trouble(threading.Thread):
    """Once `tests` tests are stored, sends a signal to a process that `choose`
    accepts, `times` times with pauses. After `in_a_row` signals it waits until
    another test is stored."""

    PAUSE = 0.05

    def __init__(self, process, case, choose, number, tests=0, times=1,
                 in_a_row=None):
        super().__init__(daemon=True)
        self.process, self.case = process, case
        self.choose, self.number = choose, number
        self.tests, self.times = tests, times
        self.in_a_row = in_a_row or times
        self.sent = 0

    def is_over(self):
        return self.process.poll() is not None

    def run(self):
        self.await_tests(self.tests)
        while self.sent < self.times and not self.is_over():
            if self.sent and self.sent % self.in_a_row == 0:
                self.await_tests(self.stored() + 1)
            if self.strike() and self.sent < self.times:
                time.sleep(self.PAUSE)

    def await_tests(self, number):
        while not self.is_over() and self.stored() < number:
            time.sleep(0.002)

    def stored(self):
        """Returns the number of tests that the reduction has stored so far."""
        if self.tests == 0:
            return 0
        try:
            return len(faults.FaultTest.outcomes(self.case))
        except sqlite3.Error:
            return 0  # the database does not exist yet

    def strike(self):
        for pid in faults.descendants_of(self.process.pid):
            if self.choose(pid):
                faults.send(pid, self.number)
                self.sent += 1
                return True
        return False


class TroubleTest(faults.FaultTest):
    # The program pauses, so that each run takes long enough to be found.
    PROGRAM_OPTIONS = ["-DPAUSE=2000"]
    OPTIONS = []

    def disturb(self, command, case, **how):
        process = self.begin(command)
        trouble = Trouble(process, case, **how)
        trouble.start()
        ended = self.finish(process)
        trouble.join()
        return ended, trouble.sent

    def reduce_disturbed(self, *options, statuses=(0,), **how):
        """A disturbed reduction gives the right result, and the case stays
        usable."""
        case = self.copy_of_calm()
        os.remove(os.path.join(case, "tests.sqlite"))
        ended, sent = self.disturb(
            self.old_case(case, *self.OPTIONS, *options), case, **how)
        self.assert_clear(ended, statuses)
        self.assertGreater(sent, 0, str(ended))
        self.assertEqual(self.kept(case)[0], self.right[0])
        if os.path.exists(os.path.join(case, "tests.sqlite")):
            self.assert_right_outcomes(case)
        self.assert_goes_on(case)

    def disturb_at(self, places, *options, **how):
        for tests in places:
            with self.subTest(tests=tests, number=how.get("number")):
                self.reduce_disturbed(*options, tests=tests, **how)
        self.assert_nothing_left()

    def some_places(self):
        """Returns the beginning or a moment during the reduction, or both with
        `tools/check.sh --all`."""
        last = len(self.right_outcomes) * 3 // 4
        return self.some([0, self.random.randint(1, last)], 1)


class Native(TroubleTest):

    def test_a_server(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some_places(), choose=server, number=number)

    @faults.long
    def test_a_server_of_a_lane(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some_places(), "-j", "2", choose=server,
                            number=number)

    def test_a_run(self):
        for number in (KILL, STOP, signal.SIGTERM):
            self.disturb_at(self.some_places(), choose=run, number=number)

    @faults.long
    def test_the_first_process_of_a_sandbox(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some_places(), choose=warden, number=number)
            self.disturb_at(self.some_places()[-1:], "-j", "2", choose=warden,
                            number=number)

    @faults.long
    def test_the_janitor(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some_places(), choose=janitor, number=number)

    @faults.long
    def test_several_servers_one_after_the_other(self):
        """Each test gets a server in the end. The tool gives up after five
        failures in a row, and a machine may be slower than the pauses here,
        hence `in_a_row`."""
        often = dict(number=KILL, times=20)
        self.disturb_at([3], choose=server, in_a_row=3, **often)
        self.disturb_at([3], "-j", "2", choose=anyone, in_a_row=1, **often)

    @faults.long
    def test_servers_again_and_again(self):
        """Servers are killed until the tool gives up or has finished."""
        self.disturb_at([3], choose=server, number=KILL, times=1000,
                        statuses=GIVEN_UP)


@faults.long
class Guarded(TroubleTest):
    """Guarded flow also records what instructions do; that is disturbed, too.
    """

    OPTIONS = ["--engine", "native"]

    @classmethod
    def new_case(cls, case, *options, verb="reduce"):
        return super().new_case(case, "--flow", "guarded", *options, verb=verb)

    def test_whoever(self):
        for choose in (server, run, warden):
            self.disturb_at(self.some_places(), choose=choose, number=KILL)


@faults.long
class OtherVerbs(TroubleTest):
    """Other verbs find the same as without a disturbance."""

    # The part of each report that contains no times.
    FINDINGS = {"switch": "switches", "locate": "ranked", "slice": "result"}

    def findings(self, verb, case, **how):
        """Returns what a verb found, and how often it was disturbed."""
        report = os.path.join(os.path.dirname(case), "report.json")
        options = ["--json", report]
        if verb != "slice":
            right = os.path.join(self.folder, "right")
            with open(right, "w") as file:
                file.write("other 1\ntotal 2\n")
            # With less time, a busy machine would find less.
            options += ["--expect-stdout", right, "--max-time", "3600"]
        command = self.old_case(case, *options, verb=verb)
        ended, sent = self.disturb(command, case, **how)
        self.assert_clear(ended, (0,))
        with open(report) as file:
            return json.load(file)[self.FINDINGS[verb]], sent

    def test_servers(self):
        """The first servers of each verb are killed, one after the other."""
        for verb in self.FINDINGS:
            with self.subTest(verb=verb):
                case = self.copy_of_calm()
                expected, _ = self.findings(verb, case, choose=server,
                                            number=KILL, times=0)
                found, sent = self.findings(verb, case, choose=server,
                                            number=KILL, times=3)
                self.assertGreater(sent, 0)
                self.assertEqual(found, expected)
        self.assert_nothing_left()


class Recording(TroubleTest):
    # There is only one run of each kind, so the pause has to be longer.
    PROGRAM_OPTIONS = ["-DPAUSE=60000"]

    def record_disturbed(self, statuses=(0,), **how):
        case = self.copy_of_calm()
        ended, sent = self.disturb(self.new_case(case, verb="record"), case,
                                   **how)
        self.assert_clear(ended, statuses)
        self.assertGreater(sent, 0, str(ended))
        self.assert_goes_on(case)
        return ended

    @faults.long
    def test_whoever(self):
        for choose in (plain_run, supervisor, server, run, warden, janitor):
            for number in (KILL, STOP):
                with self.subTest(choose=choose, number=number):
                    self.record_disturbed(choose=choose, number=number)
        self.assert_nothing_left()

    def test_a_plain_run_that_is_killed_once(self):
        """The plain run is repeated, and the user is told so."""
        ended = self.record_disturbed(choose=plain_run, number=KILL)
        self.assertIn("signal 9 (SIGKILL)", ended.error)
        self.assertIn("run again", ended.error)

    @faults.long
    def test_plain_runs_that_are_killed_all_the_time(self):
        """The program is not called non-deterministic because of that."""
        ended = self.record_disturbed(choose=plain_run, number=KILL,
                                      times=1000, statuses=GIVEN_UP)
        self.assertNotIn("not deterministic", ended.error)


@faults.long
class Debugger(TroubleTest):
    """The reductions end after three tests, since LLDB takes seconds for all.
    """

    OPTIONS = ["--engine", "lldb", "--max-tests", "3"]

    def test_the_debugger(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some([0, 1], 1), choose=debugger, number=number)

    def test_its_program(self):
        for number in (KILL, STOP):
            self.disturb_at(self.some([0, 1], 1), choose=debugged_run, number=number)

    def kill_program_at(self, packet):
        """Kills the program of each run just before a packet reaches LLDB's
        server."""
        server = os.path.join(self.place, "server")
        script = faults.read(os.path.join(faults.HERE, "killing_server.py"))
        with open(server, "w") as file:
            file.write("#!%s -I\n%s" % (sys.executable, script))
        os.chmod(server, 0o755)
        case = self.copy_of_calm()
        ended = self.call(
            # The script is in /tmp, which a sandbox would hide.
            self.old_case(case, *self.OPTIONS, "--unconfined"),
            dict(self.environment, LLDB_DEBUGSERVER_PATH=server,
                 SERVER=REAL_SERVER, KILL_AT=packet))
        self.assert_goes_on(case)
        return ended

    def test_its_program_at_every_start(self):
        """A program killed while LLDB asks about it gives a clear error."""
        for packet in ("qXfer:features:read", "Z0", "vCont;c", "P0="):
            with self.subTest(packet=packet):
                ended = self.kill_program_at(packet)
                self.assert_clear(ended, (1,))
                self.assertIn("was killed before its entry point",
                              ended.error)
        self.assert_nothing_left()

    def test_its_program_at_every_first_statement(self):
        """A kill at the first statement is how the run ends, not an error."""
        # This packet of the debugger sets the program counter to an instruction
        # that was moved.
        ended = self.kill_program_at(r"P10=\w{4}000010000000;")
        self.assert_clear(ended, (3,))
        self.assertIn("signal 9 (SIGKILL)", ended.error)
        self.assert_nothing_left()

    def test_the_first_process_of_its_sandbox(self):
        self.disturb_at([1], choose=warden, number=KILL)

    def test_the_supervisor(self):
        for number in (KILL, STOP):
            self.disturb_at([1], choose=supervisor, number=number)

    def test_the_debugger_and_its_program_again_and_again(self):
        self.disturb_at([0], choose=debugger, number=KILL, times=20,
                        statuses=GIVEN_UP)
        self.disturb_at([0], choose=debugged_run, number=KILL, times=20,
                        statuses=GIVEN_UP)


if __name__ == "__main__":
    unittest.main(verbosity=2)
