#!/usr/bin/env python3
"""Checks that the tool refuses no valid program: reads some hundred programs
that others wrote, each built by clang-19 and gcc with DWARF 4 and 5.

The programs are tests of gcc and LLVM, one file each, and the programs of
test/bench/real. Sources that can't be built are skipped. None of the others may
be refused as damaged, or let the tool crash or hang. What else the tool says
about them is counted and printed.

All but the downloads goes to a temporary folder. A program that shows a defect
is kept in FOLDER/defects, with its source.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(os.path.dirname(HERE), "bench", "real")
# The number of seconds after which a command counts as hanging: far more than
# anything takes on the busiest machine.
HANG = 3000
# How many programs must have been built by both compilers with both versions.
ENOUGH = 200

GCC = ("gcc-12", "12.2.0-14+deb12u1")
LLVM = ("llvm-toolchain-19", "1:19.1.7-3~deb12u1")
# The folders with tests. For some folders, only those tests are used that are
# meant to be run, since most of their other tests are invalid programs.
FOLDERS = [
    (GCC, "gcc/testsuite/gcc.c-torture/execute", False),
    (GCC, "gcc/testsuite/gcc.dg", True),
    (GCC, "gcc/testsuite/g++.dg", True),
    (GCC, "gcc/testsuite/g++.old-deja", False),
    (LLVM, "clang/test", False),
    (LLVM, "compiler-rt/test", False),
    (LLVM, "cross-project-tests", False),
    (LLVM, "lldb/test/API", False),
]
REAL_PROGRAMS = {"dash": "dash", "mawk": "mawk", "bzip2": "bzip2",
                 "lua5.4": "lua", "hunspell": "hunspell",
                 "ninja-build": "ninja"}

COMPILERS = {"clang": {"c": "clang-19", "c++": "clang++-19"},
             "gcc": {"c": "gcc", "c++": "g++"}}
VERSIONS = ["4", "5"]
LANGUAGES = {".c": "c", ".C": "c++", ".cc": "c++", ".cpp": "c++"}
# The language standards that are tried one after the other.
STANDARDS = {"c": ["gnu17", "gnu89"], "c++": ["gnu++17", "gnu++20", "gnu++98"]}

# Words in messages that say that a file is damaged, or that tell of a crash.
# Running out of memory counts, too, since the tool would refuse a valid file.
DAMAGED = ("damaged", "build it again", "truncated", "enough memory",
           "not a readable ELF file")
CRASHED = ("terminate called", "Assertion", "PLEASE submit", "Stack dump",
           "LLVM ERROR", "Sanitizer", "internal error")


def run(command, **options):
    """Runs a command to its end. After a hang, the status is None."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace",
                              timeout=HANG, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, None, "", "")


def must(command, **options):
    """Runs a command that has no reason to fail."""
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, **options)


def unpack(package, downloads, sources):
    """Unpacks the folders of tests in a package, and returns the root."""
    name, version = package
    root = os.path.join(sources, name)
    os.makedirs(root)
    upstream = re.sub(r"^\d+:|-[^-]*$", "", version)
    archive = os.path.join(downloads, "src",
                           "%s_%s.orig.tar." % (name, upstream))
    inner = "tar -x -J -C %s --strip-components=1 --wildcards %s" % (
        root, " ".join("'*/%s/*'" % folder for of, folder, _ in FOLDERS
                       if of == package))
    if package == GCC: # The archive holds an archive.
        command = "tar -xzO -f '%sgz' --wildcards '*-dfsg.tar.xz' | %s" % (
            archive, inner)
    else:
        command = "%s -f '%sxz'" % (inner, archive)
    must(["bash", "-c", "set -o pipefail; " + command])
    return root


def is_candidate(path, must_be_run):
    """Tells whether a source seems to be a whole program, as its text says."""
    if os.path.splitext(path)[1] not in LANGUAGES:
        return False
    with open(path, errors="replace") as file:
        text = file.read()
    if not re.search(r"\bmain\s*\(", text):
        return False
    if "dg-error" in text or "expected-error" in text:
        return False
    return not must_be_run or bool(re.search(r"dg-do\s+run", text))


def candidates_in(root, folder, must_be_run):
    found = []
    for place, _, names in os.walk(os.path.join(root, folder)):
        found += [os.path.join(place, name) for name in names]
    return [path for path in sorted(found) if is_candidate(path, must_be_run)]


def spread(values, number):
    """Returns `number` of the values at equal distances, or all of them."""
    if number >= len(values):
        return values
    return [values[i * len(values) // number] for i in range(number)]


class Findings:
    """What the tool did with each program."""

    def __init__(self, tool, folder, temporary):
        self.tool, self.temporary = tool, temporary
        self.defect_folder = os.path.join(folder, "defects")
        shutil.rmtree(self.defect_folder, ignore_errors=True)
        self.lock = threading.Lock()
        self.environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(
            temporary, "cache"))
        self.programs = 0 # Built by both compilers with both versions.
        self.attempts = 0 # Sources that were tried.
        self.files = collections.Counter() # By compiler and version.
        self.units = self.functions = 0
        self.refusals = collections.Counter()
        self.remarks = collections.Counter()
        self.unparsed = collections.Counter()
        self.defects = []

    def read(self, program, build, source):
        """Lets the tool read a program, and notes what it says."""
        result = run([self.tool, "units", "--json", "-", program],
                     env=self.environment)
        with self.lock:
            self.note(result, program, build, source)

    def note(self, result, program, build, source):
        self.files[build] += 1
        defect = self.defect_in(result)
        if defect:
            self.keep(program, build, source, defect, result)
        elif result.returncode != 0:
            self.refusals[general(result.stderr, program)] += 1
        else:
            if result.stderr:
                self.remarks[general(result.stderr, program)] += 1
            self.count(json.loads(result.stdout))

    @staticmethod
    def defect_in(result):
        if result.returncode is None:
            return "hangs"
        if (result.returncode not in (0, 4) or
                any(word in result.stderr for word in CRASHED)):
            return "crashes with status %d" % result.returncode
        if result.returncode != 0 and any(word in result.stderr
                                          for word in DAMAGED):
            return "refuses a valid file"
        return None

    def keep(self, program, build, source, defect, result):
        folder = os.path.join(self.defect_folder, str(len(self.defects)))
        os.makedirs(folder)
        shutil.copy(program, folder)
        if os.path.isfile(source):
            shutil.copy(source, folder)
        self.defects.append("%s, %s: the tool %s (kept in %s)\n%s" % (
            source, build, defect, folder, result.stderr))
        print(self.defects[-1], flush=True)

    def count(self, listing):
        for function in listing["functions"]:
            self.functions += 1
            self.units += len(function["units"])
            if function["fallback"]:
                self.unparsed[general(function["fallback"], "")] += 1

    def print_all(self):
        print("\n%d sources tried, %d programs built by both compilers with "
              "both versions of DWARF" % (self.attempts, self.programs))
        print("%d files read, %d functions, %d statements" % (
            sum(self.files.values()), self.functions, self.units))
        for title, counter in [("files read", self.files),
                               ("refusals", self.refusals),
                               ("remarks", self.remarks),
                               ("functions read from the line table only",
                                self.unparsed)]:
            print("%s:" % title)
            for text, number in sorted(counter.items(),
                                       key=lambda item: (-item[1], item[0])):
                print("  %6d  %s" % (number, text))
        print("defects: %d" % len(self.defects))
        for defect in self.defects:
            print("  " + defect)


def general(message, program):
    """Returns the first line of a message without the names in it."""
    line = message.strip().splitlines()[0] if message.strip() else "(nothing)"
    if program:
        line = line.replace(program, "PROGRAM")
    line = re.sub(r"(?:/[^\s:,'()]+)+", "PATH", line)
    return re.sub(r"\d+", "N", line)


def build(source, family, version, target):
    """Builds a program of one file with the first standard that can."""
    language = LANGUAGES[os.path.splitext(source)[1]]
    command = [COMPILERS[family][language], "-g", "-gdwarf-" + version, "-O0",
               "-w", "-pthread"]
    if family == "clang" and language == "c":
        # gcc reports these errors even with -w.
        command += ["-Wno-implicit-int", "-Wno-implicit-function-declaration",
                    "-Wno-int-conversion"]
    return any(run(command + ["-std=" + standard, "-x", language, source, "-o",
                              target, "-lm"]).returncode == 0
               for standard in STANDARDS[language])


def build_all(source, folder):
    """Builds a program with all compilers and versions. Returns the files."""
    os.makedirs(folder)
    built = {}
    for family, version in itertools.product(COMPILERS, VERSIONS):
        target = os.path.join(folder, "%s-%s" % (family, version))
        if build(source, family, version, target):
            built["%s, DWARF %s" % (family, version)] = target
    return built


def read_tests(arguments, findings, temporary):
    roots = {}
    for package, folder, must_be_run in FOLDERS:
        if arguments.only and not re.search(arguments.only, folder):
            continue
        if package not in roots:
            roots[package] = unpack(package, arguments.folder,
                                    os.path.join(temporary, "src"))
        sources = candidates_in(roots[package], folder, must_be_run)
        chosen = spread(sources, arguments.number)
        before = findings.programs

        def read_source(source):
            place = tempfile.mktemp(dir=temporary)
            built = build_all(source, place)
            for name, program in built.items():
                findings.read(program, name, source)
            shutil.rmtree(place)
            return len(built)

        with concurrent.futures.ThreadPoolExecutor(2) as executor:
            for number in executor.map(read_source, chosen):
                findings.attempts += 1
                findings.programs += number == 4
        print("%s: %d of %d sources tried, %d programs" % (
            folder, len(chosen), len(sources), findings.programs - before),
              flush=True)


def read_real(arguments, findings, temporary):
    """Reads whole programs, of many files each."""
    for version in VERSIONS:
        folder = os.path.join(temporary, "real-" + version)
        os.makedirs(folder)
        os.symlink(os.path.join(arguments.folder, "real", "src"),
                   os.path.join(folder, "src"))
        must([os.path.join(REAL, "build.sh"), folder],
             env=dict(os.environ, REAL_FLAGS="-gdwarf-" + version))
        for family, name in itertools.product(COMPILERS,
                                              REAL_PROGRAMS.values()):
            program = os.path.join(folder, "build", family, name, name)
            findings.read(program, "%s, DWARF %s" % (family, version), name)
    findings.attempts += len(REAL_PROGRAMS)
    findings.programs += len(REAL_PROGRAMS)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("folder", help="where downloads are kept")
    parser.add_argument("--number", type=int, default=80,
                        help="sources tried in each folder (default: 80)")
    parser.add_argument("--only", help="only tests in folders whose names "
                        "match this regular expression, or 'real'; does not "
                        "ask for %d programs" % ENOUGH)
    arguments = parser.parse_args()
    arguments.folder = os.path.abspath(arguments.folder)
    fetch = os.path.join(REAL, "fetch.sh")
    if arguments.only != "real":
        must([fetch, "--packed", arguments.folder, "=".join(GCC),
              "=".join(LLVM)])
    with tempfile.TemporaryDirectory(prefix="programs-") as temporary:
        findings = Findings(os.path.abspath(arguments.tool), arguments.folder,
                            temporary)
        try:
            if arguments.only != "real":
                read_tests(arguments, findings, temporary)
            if arguments.only in (None, "real"):
                must([fetch, os.path.join(arguments.folder, "real")])
                read_real(arguments, findings, temporary)
        finally: # Also after Ctrl-C.
            findings.print_all()
    if not arguments.only and findings.programs < ENOUGH:
        sys.exit("error: fewer than %d programs were built" % ENOUGH)
    if findings.defects:
        sys.exit(1)


if __name__ == "__main__":
    main()
