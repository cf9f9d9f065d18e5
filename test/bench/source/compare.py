#!/usr/bin/env python3
"""Compares `pinstripe source` with cvise, creduce and delta.

    compare.py PINSTRIPE FOLDER [--tools NAMES] [--cases NAMES] [--seconds N]
    compare.py --table FOLDER

Each case is a program in which a compiler has a bug that was reported to its
developers. The text to reduce is what that compiler's preprocessor makes of the
program. All tools get the same text, the same script that checks it, and one
job. They are limited by the seconds that they and their children use of
processors, since those depend little on what else the machine does.

The results are in FOLDER/results.json. The table is made of them, printed, and
written to FOLDER/table.md.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from processes import Usage

CASES = pathlib.Path(__file__).resolve().parent / "cases"
TOKEN = re.compile(r'\w+|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[^\w\s]')
TOOLS = ["pinstripe", "cvise", "creduce", "delta"]

CRASH = """#!/bin/sh
# The text is interesting if the compiler crashes at the same place and reports
# no error in the text.
ulimit -t 20
LC_ALL=C {compiler} {name} -o out.o >out.txt 2>&1
grep -q '{message}' out.txt || exit 1
! grep 'error:' out.txt | grep -qv 'internal compiler error:'
"""

# Undefined behaviour, such as the use of uninitialised memory, would also make
# the two outputs differ. A reducer finds it more easily than a defect of the
# compiler.
WRONG = """#!/bin/sh
# The text is interesting if the optimised program prints another output than
# the unoptimised one, and the compiler's sanitizers find no defect in the
# program.
ulimit -t 20
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
{plain} -O0 -Wall {errors} {name} -o plain -lm >out.txt 2>&1 || exit 1
timeout 5 ./plain >plain.txt 2>&1 || exit 1
{compiler} -Wall {errors} {name} -o optimised -lm >out.txt 2>&1 || exit 1
timeout 5 ./optimised >optimised.txt 2>&1
cmp -s plain.txt optimised.txt && exit 1
{plain} -w -fsanitize=address,undefined -fno-sanitize-recover=all {name} \\
  -o checked -lm >out.txt 2>&1 || exit 1
timeout 5 ./checked >checked.txt 2>&1 || exit 1
cmp -s plain.txt checked.txt
"""
ERRORS = ("-Werror=uninitialized -Werror=maybe-uninitialized "
          "-Werror=return-type -Werror=array-bounds -Werror=format")
C_ERRORS = ("-Werror=implicit -Werror=int-conversion "
            "-Werror=incompatible-pointer-types")


class Case:
    """The text and the check of one case."""

    def __init__(self, source):
        self.name, self.stem = source.name, source.stem
        bug, kind = source.read_text().splitlines()[:2]
        self.bug = bug.removeprefix("// bug: ")
        kind, rest = re.fullmatch(r"// (crash|wrong): (.*)", kind).groups()
        self.compiler, _, message = rest.partition(": ")
        plain = " ".join(word for word in self.compiler.split()
                         if not word.startswith("-O"))
        errors = ERRORS
        if source.suffix == ".c":
            errors += " " + C_ERRORS
        self.check = (CRASH if kind == "crash" else WRONG).format(
            compiler=self.compiler, plain=plain, errors=errors,
            name=self.name, message=message)
        command = [word for word in self.compiler.split() if word != "-c"]
        self.text = subprocess.run(command + ["-E", "-P", "-w", source],
                                   check=True, capture_output=True,
                                   text=True).stdout

    def place(self, folder, text):
        """Writes a text and the check into a new folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / self.name).write_text(text)
        script = folder / "check.sh"
        script.write_text(self.check)
        script.chmod(0o755)

    def holds(self, folder, text):
        self.place(folder, text)
        return subprocess.run(["./check.sh"], cwd=folder, check=False,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0


def command_of(tool, case, pinstripe):
    """Returns the command of a tool, which runs in the folder of the case."""
    if tool == "pinstripe":
        flags = [word for word in case.compiler.split()
                 if word.startswith(("-std", "-f"))]
        if case.name.endswith(".c") and "-c" in case.compiler.split():
            # The check of the original text must accept what gcc only warns
            # about.
            flags += ["-Wno-implicit-function-declaration",
                      "-Wno-implicit-int", "-Wno-int-conversion"]
        return ([pinstripe, "source", "--progress", "none", "-j", "1",
                 "--timeout", "60", "--json", "result.json",
                 "--file", case.name, "--same-exit"] +
                ["--flag=" + flag for flag in flags] + ["--", "./check.sh"])
    if tool in ("cvise", "creduce"):
        return [tool, "--n", "1", "--timeout", "60", "./check.sh", case.name]
    return ["multidelta", "-level=10", "./check.sh", case.name]


def read(path):
    return path.read_text(errors="replace") if path.exists() else ""


def sizes(text):
    return {"bytes": len(text.encode()), "tokens": len(TOKEN.findall(text)),
            "lines": text.count("\n")}


def result_file(tool, case, folder, is_ended):
    if tool == "pinstripe":
        return folder / "reduced" / case.name
    # While delta works, the file itself holds the text that is being tested.
    best = folder / (case.name + ".ok")
    return best if is_ended and best.exists() else folder / case.name


def run_tool(command, folder, seconds):
    """Runs a tool until it ends or has used the seconds. Returns the usage, and
    whether the tool was ended."""
    # If a shell starts a command in the background, the command ignores this
    # signal. The tool would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with open(folder / "log.txt", "w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log,
                                   start_new_session=True)
        return Usage(process).watch(seconds)


def measure(tool, case, folder, options):
    """Lets a tool reduce the text of a case, and checks what it has written."""
    case.place(folder, case.text)
    start = time.monotonic()
    used, is_ended = run_tool(command_of(tool, case, options.pinstripe),
                              folder, options.seconds)
    wall = time.monotonic() - start
    result = read(result_file(tool, case, folder, is_ended))
    row = {"case": case.stem, "bug": case.bug, "compiler": case.compiler,
           "tool": tool, "before": sizes(case.text), "after": sizes(result),
           "processor_seconds": round(used, 1), "seconds": round(wall, 1),
           "ended": is_ended,
           "holds": case.holds(folder / "confirm", result)}
    if tool == "pinstripe" and not is_ended:
        row["again"] = again(case, folder / "again", result, options)
    return row


def again(case, folder, result, options):
    """Lets Pinstripe reduce its own result. Returns the sizes after that."""
    case.place(folder, result)
    run_tool(command_of("pinstripe", case, options.pinstripe), folder,
             options.seconds)
    return sizes(read(folder / "reduced" / case.name))


def cell(row):
    if not row:
        return ""
    after = row["after"]
    notes = (", ended" if row["ended"] else "") + \
            ("" if row["holds"] else ", fails the check")
    return "%d / %d, %.0f s (%.0f s)%s" % (
        after["bytes"], after["tokens"], row["processor_seconds"],
        row["seconds"], notes)


def table(rows):
    cases = {row["case"]: row for row in rows}
    tools = [tool for tool in TOOLS if any(r["tool"] == tool for r in rows)]
    lines = ["| text | bug | lines | bytes / tokens | %s |" % " | ".join(tools),
             "| --- | --- | --- | --- |" + " --- |" * len(tools)]
    for name, first in cases.items():
        found = {row["tool"]: row for row in rows if row["case"] == name}
        before = first["before"]
        lines.append("| %s | %s | %d | %d / %d | %s |" % (
            name, first["bug"], before["lines"], before["bytes"],
            before["tokens"],
            " | ".join(cell(found.get(tool)) for tool in tools)))
    return "\n".join(lines) + "\n"


def write(folder, rows):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(rows, indent=1) + "\n")
    (folder / "table.md").write_text(table(rows))


def measure_all(cases, folder, options):
    """Measures all tools in all cases. Returns the rows in their order."""
    # Each measurement is made in a process of its own, so that only the tool's
    # processes are among its children.
    rows = {}
    if options.add:
        for row in json.loads((folder / "results.json").read_text()):
            rows[row["case"], row["tool"]] = row
    with concurrent.futures.ProcessPoolExecutor(
            options.at_once, max_tasks_per_child=1) as pool:
        works = []
        for tool in options.tools.split(","):
            for case in cases:
                place = folder / case.stem / tool
                works.append(
                    pool.submit(measure, tool, case, place, options))
        for work in concurrent.futures.as_completed(works):
            row = work.result()
            rows[row["case"], row["tool"]] = row
            print(row["case"], row["tool"], cell(row), flush=True)
            write(folder, [rows[key] for key in sorted(rows)])
    return [rows[key] for key in sorted(rows)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pinstripe", nargs="?", type=os.path.abspath)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--cases", default="")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--at-once", type=int, default=1, metavar="N",
                        help="measurements made at the same time")
    parser.add_argument("--add", action="store_true",
                        help="keep what FOLDER has of other tools and cases")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.table:
        print(table(json.loads((folder / "results.json").read_text())), end="")
        return
    if not options.pinstripe:
        parser.error("name the program pinstripe, and a folder")
    cases = [Case(source) for source in sorted(CASES.iterdir())
             if not options.cases
             or source.stem in options.cases.split(",")]
    for case in cases:
        if not case.holds(folder / case.stem / "original", case.text):
            sys.exit("%s: the original text fails the check; its compiler may "
                     "be another version" % case.name)
    rows = measure_all(cases, folder, options)
    print(table(rows), end="")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
