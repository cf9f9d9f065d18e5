"""Builds a sample, reduces its run, and compares the critical slice with the
expected one. The folder of a sample has

  trigger              the run: `./bug 1 2`, or `./bug < in.txt`
  predicate            the options that state what must stay
  expected-slice.txt   a line per statement: LINE:COLUMN KIND TEXT | INSTANCES

The arguments after `--` go to `pinstripe reduce`.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys

import check_json
import expect_exit

# The time limit of a command in seconds. Only a tool that hangs takes so long.
HANG = 3000


def instances(text):
    """The numbers in "1,3-5"."""
    numbers = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


# The names of some kinds consist of two words, such as "loop init".
EVENT = r"(\d+):(\d+) (loop \w+|\w+) (.*) \| ([\d,\- ]+)\n"


def expected_events(path):
    events = set()
    with open(path) as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            match = re.fullmatch(EVENT, line)
            if not match:
                sys.exit("%s: unreadable line: %s" % (path, line))
            row, column, kind, text = match.groups()[:4]
            for instance in instances(match.group(5)):
                events.add((int(row), int(column), kind, text, instance))
    return events


def kept_events(document):
    return {(event["line"], event["column"], event["kind"], event["text"],
             event["instance"]) for event in document["result"]["events"]}


def show(title, events):
    for row, column, kind, text, instance in sorted(events):
        print("%s: %d:%d %s %s | %d" % (title, row, column, kind, text, instance))


def build(folder, compiler):
    cxx = os.path.exists(os.path.join(folder, "bug.cpp"))
    stem = "sample" if os.path.exists(os.path.join(folder, "sample.c")) else "bug"
    source = stem + (".cpp" if cxx else ".c")
    if cxx:
        compiler = {"clang-19": "clang++-19", "gcc": "g++"}[compiler]
    subprocess.run([compiler, "-g", "-O0", "-Wall", "-Werror", source, "-o", stem],
                   cwd=folder, check=True)


def command(options, folder):
    with open(os.path.join(folder, "trigger")) as file:
        trigger = shlex.split(file.read())
    arguments = []
    if "<" in trigger:
        place = trigger.index("<")
        arguments += ["--stdin", trigger[place + 1]]
        trigger = trigger[:place]
    if options.predicate is None:
        with open(os.path.join(folder, "predicate")) as file:
            options.predicate = file.read()
    return ([options.pinstripe, "reduce", "--json", "result.json"] + arguments
            + shlex.split(options.predicate) + options.more + ["--"] + trigger)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pinstripe", required=True)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--predicate")
    parser.add_argument("--slice", default="expected-slice.txt")
    parser.add_argument("--expect", action="append", default=[])
    parser.add_argument("sample")
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:split])
    options.more = arguments[split + 1:]

    shutil.rmtree(options.work, ignore_errors=True)
    shutil.copytree(os.path.join(options.samples, options.sample), options.work)
    build(options.work, options.compiler)
    line = command(options, options.work)
    print("$ " + shlex.join(line), flush=True)
    expect_exit.adopt_orphans()
    status = subprocess.run(line, cwd=options.work, stdin=subprocess.DEVNULL,
                            timeout=HANG).returncode
    if status:
        sys.exit("exit status %d" % status)
    if not expect_exit.kill_leftovers():
        sys.exit(1)
    document = check_json.load(os.path.join(options.work, "result.json"))
    check_json.check(document, "result.minimality=1-minimal")
    for condition in options.expect:
        check_json.check(document, condition)
    kept = kept_events(document)
    expected = expected_events(os.path.join(options.work, options.slice))
    show("missing", expected - kept)
    show("not expected", kept - expected)
    sys.exit(kept != expected)


if __name__ == "__main__":
    main()
