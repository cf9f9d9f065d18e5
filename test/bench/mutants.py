#!/usr/bin/env python3
"""mutants.py BUILD: how many mutants `pinstripe mutate` runs in a second.

A mutant is a program with one small change. The programs are those of
bench/programs that have a defect; with -DRIGHT they print what is right. Of
each, all mutants are compiled and run, by one lane and by two, in turns with
plain runs of the program and with builds of the changed program by its
compiler. Prints one table of medians.

"in the search" counts the time from the reading of the debug information to the
last run, so compiling is a part of it. "in all" also counts the recording and
the slices that decide which mutants come first.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent

# Each program that is run: its source and its argument.
PROGRAMS = [("ledger.c", "60"), ("ledger.c", "60000"), ("catalogue.cpp", "20")]
COLUMNS = ["program", "plain run, ms", "build, ms", "mutants", "hang",
           "1 lane: in the search, mutants/s", "in all",
           "2 lanes: in the search, mutants/s", "in all", "2 lanes / 1 lane",
           "2 lanes / building each"]


class Subject:
    """A program with an input, and what was measured of it."""

    def __init__(self, source, argument, folder):
        self.source = here / "programs" / source
        self.argument = argument
        self.folder = folder / (self.source.stem + argument)
        self.folder.mkdir()
        self.compiler = ("clang++-19" if self.source.suffix == ".cpp"
                         else "clang-19")
        self.program = self.build("wrong", [])
        right = self.build("right", ["-DRIGHT"])
        self.expected = self.folder / "expected"
        self.expected.write_bytes(subprocess.run(
            [right, argument], check=True, capture_output=True).stdout)
        self.plain, self.builds = [], []
        self.searches = {1: [], 2: []}  # by the number of lanes

    def build(self, name, flags):
        made = str(self.folder / name)
        subprocess.run([self.compiler, "-g", "-O0", *flags, str(self.source),
                        "-o", made], check=True)
        return made

    def measure_build(self):
        start = time.perf_counter()
        self.build("again", [])
        self.builds.append(time.perf_counter() - start)

    def measure_plain(self):
        """Starts the program in the cheapest way there is."""
        files = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                 (os.POSIX_SPAWN_OPEN, 1, str(self.folder / "plain"),
                  os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)]
        start = time.perf_counter()
        child = os.posix_spawn(self.program, [self.program, self.argument],
                               os.environ, file_actions=files)
        _, status = os.waitpid(child, 0)
        self.plain.append(time.perf_counter() - start)
        if status:
            sys.exit("mutants: %s ends with %d" % (self.program, status))

    def measure_search(self, options, lanes):
        result = self.folder / "mutate.json"
        command = [str(options.tool), "mutate", "-j", str(lanes), "-o",
                   str(self.folder / "case"), "--fresh", "--json", str(result),
                   "--expect-stdout", str(self.expected)]
        if options.max_tests:
            command += ["--max-tests", str(options.max_tests)]
        subprocess.run(command + ["--", self.program, self.argument],
                       cwd=self.folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=True)
        document = json.loads(result.read_text())
        self.searches[lanes].append(document)

    def rate(self, lanes, part):
        return statistics.median(
            sum(each["tests"].values()) / each["time"][part]
            for each in self.searches[lanes])

    def cells(self):
        document = self.searches[2][-1]
        build = statistics.median(self.builds)
        plain = statistics.median(self.plain)
        one, two = (self.rate(lanes, "tests_s") for lanes in (1, 2))
        return ["%s %s" % (self.source.name, self.argument),
                "%.3g" % (1000 * plain), "%.3g" % (1000 * build),
                "{:,}".format(sum(document["tests"].values())),
                "{:,}".format(document["tests"]["hang"]),
                "{:,.0f}".format(one),
                "{:,.0f}".format(self.rate(1, "total_s")),
                "{:,.0f}".format(two),
                "{:,.0f}".format(self.rate(2, "total_s")),
                "%.2f" % (two / one),
                "{:,.0f}".format(two * (build + plain) / 2)]


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def options_of(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--max-tests", type=int,
                        help="not all mutants, but this many")
    parser.add_argument("--only", nargs="+", help="these programs: ledger.c:60")
    options = parser.parse_args(arguments)
    options.tool = options.build.resolve() / "tools" / "pinstripe" / "pinstripe"
    return options


def main():
    options = options_of(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="pinstripe-mutants") as folder:
        subjects = [Subject(source, argument, pathlib.Path(folder))
                    for source, argument in PROGRAMS
                    if not options.only or
                    source + ":" + argument in options.only]
        for _ in range(options.rounds):
            for subject in subjects:
                for lanes in (1, 2):
                    subject.measure_search(options, lanes)
                    for _ in range(20):
                        subject.measure_plain()
                    subject.measure_build()
        print_row(COLUMNS)
        print_row(["---"] * len(COLUMNS))
        for subject in subjects:
            print_row(subject.cells())


if __name__ == "__main__":
    main()
