#!/usr/bin/env python3
"""Compares `pinstripe source` with cvise, creduce and delta.

    compare.py PINSTRIPE FOLDER [--tools NAMES] [--cases NAMES] [--seconds N]

Each case is a small program that includes headers, with a mistake that clang
warns of. The text is what the preprocessor makes of it, and a text is of
interest if clang finds no error in it and gives the warning. All tools get the
same text, the same check and the same number of processors. A tool that takes
longer than the limit is ended; its smallest text counts.
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import time

CASES = pathlib.Path(__file__).resolve().parent / "cases"
TOKEN = re.compile(r'\w+|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[^\w\s]')
JOBS = "2"


class Case:
    """A text in a folder of its own, with the script that checks it."""

    def __init__(self, source, folder):
        first = source.read_text().splitlines()[0]
        self.flag, self.message = re.fullmatch(
            r"// check: (\S+): (.*)", first).groups()
        self.compiler = "clang++-19" if source.suffix == ".cpp" else "clang-19"
        self.folder = folder
        self.name = source.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run([self.compiler, "-E", "-P", source, "-o",
                        folder / source.name], check=True)
        check = folder / "check.sh"
        check.write_text(
            "#!/bin/sh\n%s -fsyntax-only %s %s >out.txt 2>&1 || exit 1\n"
            "grep -q '%s' out.txt\n"
            % (self.compiler, self.flag, self.name, self.message))
        check.chmod(0o755)

    def text(self):
        return folder_text(self.folder, self.name)


def folder_text(folder, name):
    path = folder / name
    return path.read_text(errors="replace") if path.exists() else ""


def command_of(tool, case, pinstripe):
    """Returns the command of a tool, which runs in the folder of the case."""
    if tool == "pinstripe":
        return [pinstripe, "source", "--progress", "none", "-j", JOBS,
                "--file", case.name, "--same-exit", "--keep", case.message,
                "--", "sh", "-c",
                "%s -fsyntax-only %s %s 2>&1"
                % (case.compiler, case.flag, case.name)]
    if tool == "cvise":
        return ["cvise", "--n", JOBS, "./check.sh", case.name]
    if tool == "creduce":
        return ["creduce", "--n", JOBS, "./check.sh", case.name]
    return ["multidelta", "-level=10", "./check.sh", case.name]


def measure(tool, source, folder, options):
    """Runs a tool; returns the text before, the text after, the seconds on the
    clock, and those of the processors, which depend less on other work. The
    latter are None if the tool was ended, since those of its children are then
    not known."""
    case = Case(source, folder)
    before = case.text()
    start, used = time.monotonic(), processor_seconds()
    with open(folder / "log.txt", "w") as log:
        command = command_of(tool, case, options.pinstripe)
        if tool == "pinstripe":
            command[2:2] = ["--max-time", str(options.seconds)]
        is_ended = False
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log,
                                   start_new_session=True)
        try:
            process.wait(options.seconds + 30 * (tool == "pinstripe"))
        except subprocess.TimeoutExpired:
            is_ended = True
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    seconds = time.monotonic() - start
    reduced = folder / "reduced" if tool == "pinstripe" else folder
    return (before, folder_text(reduced, case.name), seconds,
            None if is_ended else processor_seconds() - used)


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def sizes(text):
    return "%d / %d" % (len(text.encode()), len(TOKEN.findall(text)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pinstripe", type=os.path.abspath)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tools", default="pinstripe,cvise,creduce,delta")
    parser.add_argument("--cases", default="")
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    tools = options.tools.split(",")
    print("| text | bytes / tokens | %s |" % " | ".join(tools), flush=True)
    print("| --- | --- |%s" % (" --- |" * len(tools)), flush=True)
    for source in sorted(CASES.iterdir()):
        if options.cases and source.stem not in options.cases.split(","):
            continue
        row = []
        for tool in tools:
            folder = options.folder.resolve() / source.stem / tool
            before, after, seconds, used = measure(tool, source, folder,
                                                   options)
            row.append("%s, %.0f s (%s)"
                       % (sizes(after), seconds,
                          "ended" if used is None else "%.0f s" % used))
        print("| %s | %s | %s |"
              % (source.stem, sizes(before), " | ".join(row)), flush=True)


if __name__ == "__main__":
    main()
