#!/usr/bin/env python3
"""sessions.py --pinstripe TOOL [--refresh] [--short] PAGE...

Replays the sessions in Markdown pages, and fails where a command prints
something else than the page says. A session is an indented block:

    <!-- session in samples/10-shipping: clang-19 -g -O0 bug.c -o bug -->

        $ ./bug < order.txt
        3 lines, up to 40 each
        ...

The comment names the folder of the repository in whose copy the commands run,
and a command that is run before them. It holds for all blocks that follow, up
to the next such comment. Lines that begin with `$ ` are commands; the lines
after one are all that it prints. `...` stands for any number of lines. Times,
sizes, free space and addresses may differ. With --refresh, pages get the output as it
is now. With --short, sessions whose comment begins with `long session` are left
out.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent

SESSION = re.compile(r"<!-- (long )?session in ([^:\s]+)(?:: (.*))? -->")
INDENT = "    "
ANY = "..."
# A line that tells how far a search has come. Only a slow search writes such lines.
PROGRESS = re.compile(r"[a-z ]+: \d+ of \d+ left, \d+ tests?\b.*")
# The time limit of a command in seconds. Only a tool that hangs takes so long.
HANG = 3000


def normalised(line):
    """The line without what differs from run to run."""
    line = re.sub(r" *\b(\d+ min )?\d+(\.\d+)? (ms|s|min)\b", " TIME", line)
    line = re.sub(r" on \d+ lanes", "", line)
    line = re.sub(r"\b\d+ MiB free", "SPACE", line)
    line = re.sub(r"0x[0-9a-f]+", "ADDRESS", line)
    line = re.sub(r"\b\d+(\.\d+)? (kB|MB)\b", "SIZE", line)
    return line.rstrip()


def matches(expected, actual):
    """Whether the lines are the same, where ANY stands for any lines."""
    if not expected:
        return not actual
    if expected[0] == ANY:
        return any(matches(expected[1:], actual[skipped:])
                   for skipped in range(len(actual) + 1))
    return (bool(actual) and normalised(expected[0]) == normalised(actual[0])
            and matches(expected[1:], actual[1:]))


def abridged(expected, actual):
    """The lines of `actual`, shortened where `expected` has ANY: as many lines
    before the first one and after the last one."""
    if ANY not in expected:
        return actual
    before = expected.index(ANY)
    after = len(expected) - 1 - expected[::-1].index(ANY)
    tail = len(expected) - 1 - after
    return actual[:before] + [ANY] + (actual[-tail:] if tail else [])


class Replay:
    """Runs the commands of one page."""

    def __init__(self, options, work):
        self.options = options
        self.work = work
        self.folder = None
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", XDG_CACHE_HOME=str(work / "cache"))
        tools = work / "bin"
        tools.mkdir()
        (tools / "pinstripe").symlink_to(options.pinstripe.resolve())
        # These variables let mpirun start as root, and with more processes than
        # processors.
        self.environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1")
        self.environment["PATH"] = "%s:%s" % (tools, os.environ["PATH"])
        for name in ("TERM", "CLICOLOR_FORCE", "FORCE_HYPERLINK"):
            self.environment.pop(name, None)

    def begin(self, folder, setup):
        self.folder = self.work / "session"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(root / folder, self.folder)
        if setup and self.run(setup):
            sys.exit("%s: prints something" % setup)

    def run(self, command):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace", timeout=HANG)
        lines = done.stdout.replace(str(self.folder), "/home/you").splitlines()
        return [each for each in lines if not PROGRESS.fullmatch(each)]

    def visit(self, page):
        """The page as it should be, and what is wrong with it."""
        lines = page.read_text().splitlines()
        result, wrong = [], []
        self.folder = None
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            result.append(line)
            session = SESSION.fullmatch(line)
            if session:
                long, *how = session.groups()
                if long and self.options.short:
                    self.folder = None
                else:
                    self.begin(*how)
            if self.folder is None or not line.startswith(INDENT + "$ "):
                continue
            begin = at
            while at < len(lines) and self.isOutput(lines, at):
                at += 1
            expected = [each[len(INDENT):].rstrip() for each in lines[begin:at]]
            while expected and not expected[-1]:
                expected.pop()
                at -= 1
            command = line[len(INDENT) + 2:]
            actual = self.run(command)
            while actual and not actual[-1]:
                actual.pop()
            if matches(expected, actual):
                result += lines[begin:at]
                continue
            now = abridged(expected, actual)
            result += [(INDENT + each).rstrip() for each in now]
            wrong.append("%s:%d: `%s` prints:\n%s" % (page, begin, command, "\n".join(actual)))
        return "\n".join(result) + "\n", wrong

    @staticmethod
    def isOutput(lines, at):
        """Whether the line belongs to the output of a command: an indented line,
        or an empty one before another indented one."""
        if lines[at].startswith(INDENT + "$ "):
            return False
        if lines[at].startswith(INDENT):
            return True
        rest = [each for each in lines[at:] if each.strip()]
        return not lines[at].strip() and bool(rest) and rest[0].startswith(INDENT)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pinstripe", type=pathlib.Path, required=True)
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("pages", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        replay = Replay(options, pathlib.Path(folder))
        for page in options.pages:
            text, found = replay.visit(page)
            if options.refresh and found:
                page.write_text(text)
            wrong += found
    if wrong:
        print("\n\n".join(wrong))
    if wrong and not options.refresh:
        sys.exit("\n%d commands print something else than the manual says; "
                 "sessions.py --refresh writes what they print now" % len(wrong))


if __name__ == "__main__":
    main()
