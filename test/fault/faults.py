"""Shared by the tests of this folder: the tool, the program, and checks that
must succeed whatever goes wrong.

After a fault the tool either has done its work or ends with a documented exit
status and one message, and a later `reduce` continues to the right result. No
command takes longer than a minute or so, and no process keeps running.

Environment: PINSTRIPE_TOOL is the path of the tool.
"""

import ctypes
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = os.path.abspath(os.environ.get("PINSTRIPE_TOOL", "pinstripe"))
COMPILER = os.environ.get("PINSTRIPE_TEST_COMPILER", "clang-19")
# True if every experiment is made, as with `tools/check.sh --all`, and if a
# developer calls a test without ctest.
ALL = os.environ.get("PINSTRIPE_ALL_TESTS") != "OFF"
# Marks a test, or all tests of a class, that `tools/check.sh` runs with --all only.
long = unittest.skipUnless(ALL, "long: needs all tests")
# The number of seconds after which a process counts as hanging: far more than
# anything takes on the busiest machine.
HANG = 3000.0

PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Ended:
    """The exit status and the output of a command."""

    def __init__(self, status, output, error):
        self.status, self.output, self.error = status, output, error

    def __str__(self):
        return "status %s\n%s%s" % (self.status, self.output, self.error)


def read(path):
    with open(path) as file:
        return file.read()


def children_of(pid):
    """Returns the children of all threads of a process."""
    found = []
    try:
        for thread in os.listdir("/proc/%d/task" % pid):
            text = read("/proc/%d/task/%s/children" % (pid, thread))
            found += [int(each) for each in text.split()]
    except OSError:
        pass
    return found


def descendants_of(pid):
    found = []
    for child in children_of(pid):
        found += [child] + descendants_of(child)
    return found


def name_of(pid):
    try:
        return read("/proc/%d/comm" % pid).strip()
    except OSError:
        return ""


def parent_of(pid):
    try:
        return int(read("/proc/%d/stat" % pid).rpartition(")")[2].split()[1])
    except OSError:
        return 0


def send(pid, number):
    try:
        os.kill(pid, number)
    except OSError:
        pass  # the process has ended


class FaultTest(unittest.TestCase):
    """Has a folder with the program and with a case reduced without a fault.
    """

    PROGRAM_OPTIONS = []

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        os.mkdir(os.path.join(cls.folder, "tmp"))
        # The tool is started in a folder that belongs to this test alone.
        cls.place = os.path.join(cls.folder, "place")
        os.mkdir(cls.place)
        cls.environment = dict(os.environ,
                               TMPDIR=os.path.join(cls.folder, "tmp"))
        cls.seed = int(os.environ.get("FAULT_SEED",
                                      random.randrange(10000)))
        print("seed %d" % cls.seed, flush=True)
        cls.random = random.Random(cls.seed)
        cls.compile("total.c", "total", "-g", "-O0", *cls.PROGRAM_OPTIONS)
        cls.program = os.path.join(cls.folder, "total")
        cls.calm = os.path.join(cls.folder, "calm")
        ended = cls.call(cls.new_case(cls.calm))
        if ended.status != 0:
            raise AssertionError(str(ended))
        cls.right = cls.kept(cls.calm)
        cls.right_outcomes = cls.outcomes(cls.calm)

    @classmethod
    def some(cls, values, number):
        """Returns `number` of the values, drawn at random but in their order;
        all of them with `tools/check.sh --all`."""
        values = list(values)
        if ALL or number >= len(values):
            return values
        return [values[i] for i in
                sorted(cls.random.sample(range(len(values)), number))]

    @classmethod
    def compile(cls, source, name, *options):
        path = os.path.join(cls.folder, name)
        subprocess.run([COMPILER, *options, os.path.join(HERE, source), "-o",
                        path], check=True)
        return path

    @classmethod
    def preloaded(cls, source, **variables):
        """Returns an environment in which the tool loads a library first."""
        library = os.path.join(cls.folder, source + ".so")
        if not os.path.exists(library):
            cls.compile(source, source + ".so", "-O1", "-shared", "-fPIC")
        return dict(cls.environment, LD_PRELOAD=library,
                    **{key: str(value) for key, value in variables.items()})

    @classmethod
    def new_case(cls, case, *options, verb="reduce"):
        return [TOOL, verb, "--keep", "total .*", "-o", case, *options, "--",
                cls.program]

    @staticmethod
    def old_case(case, *options, verb="reduce"):
        return [TOOL, verb, "-o", case, *options]

    @classmethod
    def begin(cls, command, environment=None):
        return subprocess.Popen(command, cwd=cls.place,
                                env=environment or cls.environment,
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                errors="replace")

    @classmethod
    def finish(cls, process):
        """Waits until a process ends. A hang fails the test."""
        try:
            output, error = process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            tree = ["%d %s" % (pid, name_of(pid))
                    for pid in [process.pid] + descendants_of(process.pid)]
            for pid in descendants_of(process.pid):
                send(pid, signal.SIGCONT)
            process.kill()
            output, error = process.communicate()
            raise AssertionError("%s hangs: %s\n%s%s" % (process.args, tree,
                                                         output, error))
        return Ended(process.returncode, output, error)

    @classmethod
    def call(cls, command, environment=None):
        return cls.finish(cls.begin(command, environment))

    @staticmethod
    def kept(case):
        """Returns the result in the case directory."""
        best = read(os.path.join(case, "best.yaml"))
        events = re.search(r"^kept-events: +(.*)$", best, re.M).group(1)
        minimality = re.search(r"^minimality: +(.*)$", best, re.M).group(1)
        return events, minimality

    @staticmethod
    def outcomes(case):
        """Returns the outcome of each configuration that was tested."""
        path = os.path.join(case, "tests.sqlite")
        # The database is opened for reading only, so that it is not created.
        connection = sqlite3.connect("file:%s?mode=ro" % path, uri=True,
                                     timeout=HANG)
        try:
            return {(low, high): outcome for low, high, outcome in
                    connection.execute("SELECT low, high, outcome FROM tests")}
        finally:
            connection.close()

    def new_folder(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def copy_of_calm(self):
        """Returns a copy of the case that was reduced without a fault."""
        case = os.path.join(self.new_folder(), "case")
        shutil.copytree(self.calm, case)
        return case

    def assert_clear(self, ended, statuses):
        """The command has ended as documented, with one error message at most.
        """
        self.assertIn(ended.status, statuses, str(ended))
        errors = re.findall(r"^error: .*", ended.error, re.M)
        self.assertEqual(len(errors), 0 if ended.status == 0 else 1,
                         str(ended))
        for word in ("terminate called", "Assertion", "PLEASE submit",
                     "Stack dump", "core dumped"):
            self.assertNotIn(word, ended.error, str(ended))

    def assert_readable(self, case, has_tests=True):
        """The case directory can still be read."""
        tests = [["--tests"]] if has_tests else []
        for words in [["--limit", "3"], ["--kept"]] + tests:
            ended = self.call(self.old_case(case, *words, verb="show"))
            self.assertEqual(ended.status, 0, str(ended))

    def assert_right_outcomes(self, case):
        """No test has another outcome than without the fault."""
        for key, outcome in self.outcomes(case).items():
            self.assertEqual(outcome, self.right_outcomes.get(key, outcome))

    def assert_goes_on(self, case, *options):
        """A reduction of the case without a fault gives the right result."""
        ended = self.call(self.old_case(case, *options))
        self.assertEqual(ended.status, 0, str(ended))
        self.assertEqual(self.kept(case), self.right)
        self.assert_right_outcomes(case)

    def assert_nothing_left(self):
        """No process that the commands have started keeps running."""
        end = time.monotonic() + HANG
        left = []
        while time.monotonic() < end:
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            left = children_of(os.getpid())
            if not left:
                return
            time.sleep(0.01)
        names = ["%d %s" % (pid, name_of(pid)) for pid in left]
        for pid in left:
            send(pid, signal.SIGKILL)
        self.fail("still running: %s" % names)


def can_have_namespaces():
    return subprocess.run(["unshare", "-Urm", "true"],
                          capture_output=True).returncode == 0


def enter_namespace():
    """Enters a mount namespace. Returns False if that is not possible."""
    if os.environ.get("FAULT_INSIDE"):
        return True
    if not can_have_namespaces():
        return False
    os.environ["FAULT_INSIDE"] = "1"
    os.execvp("unshare", ["unshare", "-Urm", sys.executable, "-B"] + sys.argv)


def mount_disk(path, kilobytes):
    """Mounts an empty file system of a given size."""
    os.makedirs(path, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dk" % kilobytes,
                    "none", path], check=True)


def resize_disk(path, kilobytes):
    subprocess.run(["mount", "-o", "remount,size=%dk" % kilobytes, path],
                   check=True)


def unmount_disk(path):
    subprocess.run(["umount", "-l", path], check=True)
