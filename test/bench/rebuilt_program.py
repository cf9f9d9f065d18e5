"""Builds a program again from a changed copy of its sources, and runs it."""
import concurrent.futures
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess

# The first number is the processor time in seconds after which a rebuilt
# program counts as hanging. The second one is the wall time, for programs that
# sleep. Pinstripe has lower limits.
HANG = 5
SLEEP = 120
# If a rebuilt program prints more bytes than this, it counts as hanging, as in
# Pinstripe.
MOST_OUTPUT = 64 << 20
# These options make the compiler optimise.
FAST = ["-O2", "-g0"]
# These libraries are linked by the compiler without an option.
USUAL = re.compile(r"lib(c|gcc_s|stdc\+\+)\.so|ld-linux")


class Failure(Exception):
    """A program that can't be used, and why."""


def run_quietly(command, folder, log):
    with open(log, "ab") as output:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=output, stderr=output,
                              check=False).returncode


class Compilation:
    """A source of the program, as its compile command says, from a copy of the
    source tree."""

    def __init__(self, number, command, tree, work):
        words = command.get("arguments") or shlex.split(command["command"])
        self.number = number
        self.original = command["directory"]
        self.tree = tree
        self.work = work
        self.source = os.path.normpath(
            os.path.join(self.original, command["file"]))
        self.file = self.copied(command["file"])
        self.compiler = words[0]
        self.flags = []
        skip = False
        for word in words[1:]:
            if skip or word in ("-c", "-MMD", "-MD", command["file"]):
                skip = False
            elif word in ("-o", "-MF", "-MT", "-MQ"):
                skip = True
            else:
                self.flags.append(self.copied(word))

    def copied(self, word):
        """A word of the command with the path of the copy."""
        return word.replace(self.original, str(self.tree))

    def compile(self, more, kind):
        """The object, or None if the compiler finds an error."""
        made = self.work / ("%s-%d.o" % (kind, self.number))
        # The program must contain the paths of the original tree, not those of
        # the copy.
        same_paths = "-ffile-prefix-map=%s=%s" % (self.tree, self.original)
        status = run_quietly(
            [self.compiler] + self.flags + ["-w", same_paths] + more +
            ["-c", self.file, "-o", str(made), "-MD", "-MF",
             str(made) + ".d"], self.tree, self.work / "compiler.log")
        return made if status == 0 else None

    def reads(self, file):
        """Whether the source is, or includes, a file of the copy."""
        text = (self.work / ("base-%d.o.d" % self.number)).read_text()
        words = text.replace("\\\n", " ").split(": ", 1)[1].split()
        paths = {os.path.realpath(os.path.join(self.tree, word))
                 for word in words}
        return os.path.realpath(file) in paths


def code_of(made):
    """What of an object becomes a part of the program."""
    stripped = str(made) + ".code"
    subprocess.run(["objcopy", "--strip-debug", "-R", ".comment", "-R",
                    ".llvm_addrsig", str(made), stripped], check=True)
    return pathlib.Path(stripped).read_bytes()


class Rebuilder:
    """Builds a program from a copy of its sources, with changes."""

    def __init__(self, subject, units, work):
        self.work = work / "objects"
        self.work.mkdir()
        folders = {command["directory"] for command in subject.commands}
        if len(folders) != 1:
            raise Failure("its compile commands are for several folders")
        self.original = pathlib.Path(folders.pop()).resolve()
        self.tree = (work / "tree").resolve()
        shutil.copytree(self.original, self.tree, symlinks=True)
        self.program = work / "rebuilt"
        self.libraries = self.libraries_of(subject.program)
        if "-ffunction-sections" in str(subject.commands):
            # Unused functions may call functions that the program does not
            # have.
            self.libraries.append("-Wl,--gc-sections")
        self.compilations = [
            each for each in (Compilation(number, command, self.tree, self.work)
                              for number, command
                              in enumerate(subject.commands))
            if os.path.realpath(each.source) in units]
        if not self.compilations:
            raise Failure("no compile command is for a source of the program")
        self.base = {}
        self.optimised = {}

    @staticmethod
    def libraries_of(program):
        text = subprocess.run(["readelf", "-dW", str(program)], check=True,
                              capture_output=True, text=True).stdout
        names = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
        return ["-l:" + name for name in names if not USUAL.match(name)]

    def compile_all(self, compilations, more, kind):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return list(pool.map(lambda each: each.compile(more, kind),
                                 compilations))

    def link(self, objects, more=()):
        compilers = {each.compiler for each in self.compilations}
        compiler = max(compilers, key=lambda name: "++" in name)
        return run_quietly(
            [compiler, "-g", *more] + [str(each) for each in objects] +
            ["-o", str(self.program)] + self.libraries, self.tree,
            self.work / "compiler.log") == 0

    def build(self):
        objects = self.compile_all(self.compilations, [], "base")
        if None in objects or not self.link(objects):
            log = (self.work / "compiler.log").read_text(errors="replace")
            raise Failure("it can't be built again:\n" + log[-2000:])
        self.base = dict(zip(self.compilations, objects))

    def path(self, file):
        """Where a source is in the copy; None if it is not in the tree."""
        try:
            return self.tree / pathlib.Path(file).relative_to(self.original)
        except ValueError:
            return None

    def text(self, file):
        path = self.path(file)
        if path is None or not path.exists():
            return None
        return path.read_bytes().decode("utf-8", "surrogateescape")

    def optimise(self, compilations):
        """Compiles unchanged sources with -O2, if that was not done before."""
        for each in compilations:
            if each not in self.optimised:
                self.optimised[each] = each.compile(FAST, "fast")

    def change(self, file, text, use):
        """Calls `use` while a source has another text."""
        path = self.path(file)
        before = path.read_bytes()
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        try:
            return use()
        finally:
            path.write_bytes(before)

    def affected(self, file):
        copy = self.path(file)
        return [each for each in self.compilations if each.reads(copy)]

    def build_changed(self, compilations, more=()):
        """Builds the program from the changed source. Returns the objects that
        differ, by compilation; None if there is an error."""
        made = self.compile_all(compilations, list(more), "changed")
        if None in made:
            return None
        changed = dict(zip(compilations, made))
        if not self.link([changed.get(each, self.base[each])
                          for each in self.compilations], more):
            return None
        return changed

    def has_same_code(self, changed):
        return all(code_of(made) == code_of(self.base[each])
                   for each, made in changed.items())

    def has_same_optimised_code(self, compilations):
        """Call `optimise` before the source is changed."""
        made = self.compile_all(compilations, FAST, "fast-changed")
        return None not in made and all(
            code_of(each) == code_of(self.optimised[compilation])
            for compilation, each in zip(compilations, made))


def limit_run():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CPU, (HANG, HANG + 1))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    os.setsid()


class Runner:
    """Runs a program as Pinstripe has run the original one."""

    def __init__(self, subject, described, work):
        self.subject = subject
        self.described = described
        self.work = work
        self.environment = dict(each.split("=", 1)
                                for each in described["environment"])

    def box(self, folder):
        if not self.subject.is_boxed:
            return []
        return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc",
                "/proc", "--tmpfs", "/tmp", "--ro-bind", str(self.work),
                str(self.work), "--bind", str(folder), str(folder),
                "--unshare-net", "--unshare-pid", "--die-with-parent",
                "--chdir", str(folder)]

    def started(self, program, by):
        """The command that runs the program by other ones."""
        # valgrind can't be started with another argv[0].
        name = ([] if "valgrind" in by else
                ["bash", "-c", 'exec -a "$0" "$@"',
                 self.described["argument0"]])
        return by + name + [str(program)] + self.described["arguments"]

    def run_once(self, command, errors, limit):
        """The status as of Popen, or None if the limit is reached."""
        folder = self.work / "run"
        shutil.rmtree(folder, ignore_errors=True)
        unpack(self.subject, folder)
        name = self.subject.standard_input
        with open(folder / name if name else os.devnull, "rb") as given, \
                open(self.work / "output", "wb") as output:
            process = subprocess.Popen(
                self.box(folder) + command, cwd=folder, stdin=given,
                stdout=output, stderr=errors, env=self.environment,
                preexec_fn=limit)
            try:
                return process.wait(SLEEP)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None

    def complaint(self, program, by, pattern):
        """What a checker of memory writes first; None: nothing."""
        with open(self.work / "errors", "wb") as errors:
            self.run_once(self.started(program, by), errors, os.setsid)
        text = (self.work / "errors").read_text(errors="replace")
        found = re.search(pattern, text)
        return found and found.group(1)

    def depends_on_addresses(self, program):
        """Whether the program does not always do the same, since the system
        gives it other addresses each time."""
        seen = [self.run(program, by=[]) for _ in range(5)]
        return any(each["output"] != seen[0]["output"] or
                   each["text"] != seen[0]["text"] for each in seen)

    def run(self, program, by=("setarch", "-R")):
        """How the program ends, what it prints, and the seconds of the
        processor that it takes. It has the same addresses each time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status = self.run_once(self.started(program, list(by)),
                               subprocess.DEVNULL, limit_run)
        printed = (self.work / "output").read_bytes()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = (after.ru_utime + after.ru_stime - before.ru_utime -
                   before.ru_stime)
        return {**ending_of(status, self.subject.is_boxed), "output": printed,
                "seconds": seconds}


def unpack(subject, folder):
    folder.mkdir(parents=True)
    for name, data in subject.files.items():
        (folder / name).write_bytes(data)


def ending_of(status, is_boxed):
    if status is None:
        return {"text": "hangs"}
    # The sandbox reports a signal as an exit status above 128. It is not known
    # whether such a status was a signal.
    number = status - 128 if is_boxed and status > 128 else -status
    if number in (signal.SIGXFSZ, signal.SIGXCPU):
        return {"text": "hangs"}
    ending = {"status": status} if status >= 0 else {}
    if number in set(signal.Signals):
        return {**ending, "signal": number, "text": "signal %d" % number}
    return {**ending, "text": "exit status %d" % status}
