#!/usr/bin/env python3
"""many_lanes.py BUILD: what more lanes would bring, in virtual time.

A lane makes runs for a reduction. Reduces runs of some programs with one lane, and
reads how long each test took. Then simulates reductions of the same size with
tests of the same durations, on 1, 8, 64 and 512 lanes (see ManyLanes.cpp). Prints
a table for each program.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent

# Each program that is reduced: its source, the options, and the arguments of
# the program.
PROGRAMS = [(here.parent.parent / "samples/06-transfer/bug.cpp",
             ["--keep", "shop: .*"], []),
            (here / "programs/ledger.c", [], ["2"])]


def run(command, **more):
    return subprocess.run([str(word) for word in command], check=True,
                          stdout=subprocess.PIPE, text=True, **more).stdout


def first_size(tool, case, events):
    """The number of events with which the search began: those of the third test,
    after the whole run and the empty one, if it reproduced the output."""
    rows = [line.split() for line in
            run([tool, "show", "--tests", "-o", case]).splitlines()[2:5]]
    return int(rows[2][2].replace(",", "")) if rows[2][1] == "FAIL" else events


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    tool = build / "tools/pinstripe/pinstripe"
    for source, options, words in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            compiler = "clang++-19" if source.suffix == ".cpp" else "clang-19"
            run([compiler, "-g", "-O0", source, "-o", "prog"], cwd=folder)
            run([tool, "reduce", "-j", "1", "--no-values", "--json", "result.json"]
                + options + ["--", "./prog"] + words, cwd=folder, stderr=subprocess.DEVNULL)
            case = pathlib.Path(folder) / ".pinstripe"
            result = json.loads((pathlib.Path(folder) / "result.json").read_text())
            tests = sqlite3.connect(case / "tests.sqlite")
            seconds = [row[0] for row in tests.execute("select seconds from tests")]
            tests.close()
            events = result["trace"]["events"]
            kept = result["result"]["kept"]
            first = first_size(tool, case, events)
        print("%s: %d events, the search begins with %d, %d kept, %d tests, %.3g s in all\n"
              % (" ".join([source.name] + words), events, first, kept, len(seconds),
                 sum(seconds)))
        print(run([build / "test/bench/manyLanes", events, first, kept],
                  input="\n".join(map(str, seconds))), flush=True)


if __name__ == "__main__":
    main()
