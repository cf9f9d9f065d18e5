#!/usr/bin/env python3
"""algorithms.py BUILD [--real FOLDER]: reduction algorithms side by side.

Reduces the runs of all samples in the build folder BUILD, and of the real
programs of FOLDER, that of real/fetch.sh and real/build.sh, where they are
built. Prints one table: tests, what is kept, seconds. A real program's
reduction that takes longer than --limit seconds is stopped as by Ctrl-C: "> n"
tests. Fails if halving takes more tests than ddmin anywhere, or something has
no result. --raw adds a line of JSON for each reduction to a file.

Real programs run in a sandbox, as in real/run.sh; that needs bubblewrap.
"""
import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(here.parent / "e2e" / "Inputs"))
import reduce_sample  # noqa: E402

ALGORITHMS = ["halving", "ddmin", "cdd", "probdd", "prior"]
# The configuration with which the search of an algorithm begins. The prior is
# made from dependences, which are known only if the search begins with the
# slice.
START = {"prior": "slice"}


def sample_runs(options):
    """Of each its name, the folder with its inputs, and what makes a command
    from the folder where it runs and further options."""
    for place in sorted((options.build / "samples").glob("[0-9]*-*")):
        name, family = place.name.rsplit("-", 1)
        if family not in options.families:
            continue

        def command(work, more):
            asked = argparse.Namespace(pinstripe=str(options.tool),
                                       predicate=None, more=more)
            return reduce_sample.command(asked, work)
        yield name + " " + family, place, command


def box(options, work):
    """Read-only root, no network, as in real/run.sh."""
    shared = []
    for each in (options.real, options.build):
        shared += ["--ro-bind", str(each), str(each)]
    return (["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
             "--tmpfs", "/tmp"] + shared +
            ["--bind", str(work), str(work), "--unshare-net",
             "--die-with-parent", "--chdir", str(work)])


def real_command(options, built, standard_input, keep, arguments):
    given = ["--stdin", standard_input] if standard_input else []

    def command(work, more):
        return (box(options, work) +
                ["timeout", "--foreground", "-s", "INT", str(options.limit),
                 str(options.tool), "reduce", "--json", "result.json",
                 "--keep", keep, "-p", str(built), "-o", "case"] +
                given + more +
                ["--", str(built / built.name)] + shlex.split(arguments))
    return command


def real_runs(options):
    lines = (here / "real" / "cases").read_text().splitlines()
    for line in lines:
        if line.startswith("#"):
            continue
        program, standard_input, keep, arguments = line.split("|")
        for family in options.families:
            built = options.real / "build" / family / program
            wanted = not options.programs or program in options.programs
            if wanted and (built / program).exists():
                yield (program + " " + family,
                       here / "real" / "inputs" / program,
                       real_command(options, built, standard_input, keep,
                                    arguments))


def reduce(name, inputs, command, algorithm):
    """The document of `reduce --json`; none: it ended without."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "work"
        shutil.copytree(inputs, work)
        run = subprocess.run(command(work, ["--algorithm", algorithm,
                                             "--start-from",
                                             START.get(algorithm, "run")]),
                             cwd=work, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
        try:
            return json.loads((work / "result.json").read_text())
        except (OSError, ValueError):
            print("algorithms: %s by %s ends with %d:\n%s"
                  % (name, algorithm, run.returncode, run.stderr),
                  file=sys.stderr)
            return None


def cells(document):
    if document is None:
        return ["-", "-", "-"]
    stopped = "> " if document["result"]["interrupted"] else ""
    return [stopped + "{:,}".format(document["tests"]["distinct"]),
            "{:,}".format(document["result"]["kept"]),
            "{:.3g}".format(document["time"]["total_s"])]


def complaint(name, documents):
    """Where halving took more tests than ddmin, which may have been stopped
    before its end."""
    halving, ddmin = documents.get("halving"), documents.get("ddmin")
    if halving is None or ddmin is None:
        return "%s: no result" % name
    more = halving["tests"]["distinct"] > ddmin["tests"]["distinct"]
    if more and not ddmin["result"]["interrupted"]:
        return ("%s: halving takes %d tests, ddmin %d"
                % (name, halving["tests"]["distinct"],
                   ddmin["tests"]["distinct"]))
    return None


def raw_line(name, algorithm, document):
    kept = {key: document["result"][key]
            for key in ("kept", "minimality", "interrupted")}
    return json.dumps({"program": name, "algorithm": algorithm,
                       "trace": document["trace"], "result": kept,
                       "tests": document["tests"],
                       "time": document["time"]}) + "\n"


def reduce_by_all(options, name, inputs, command):
    """The documents by algorithm, none where there is no result."""
    documents = {}
    for algorithm in options.algorithms:
        document = reduce(name, inputs, command, algorithm)
        documents[algorithm] = document
        if options.raw and document:
            with options.raw.open("a") as file:
                file.write(raw_line(name, algorithm, document))
    return documents


def row(options, name, documents):
    events = next(("{:,}".format(each["trace"]["events"])
                   for each in documents.values() if each), "-")
    return [name, events] + [cell for algorithm in options.algorithms
                             for cell in cells(documents[algorithm])]


def print_row(each):
    print("| " + " | ".join(each) + " |", flush=True)


def options_of(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--real", type=pathlib.Path)
    parser.add_argument("--programs", nargs="+",
                        help="these real ones, and no samples")
    parser.add_argument("--families", nargs="+", default=["clang", "gcc"])
    parser.add_argument("--algorithms", nargs="+", default=ALGORITHMS)
    parser.add_argument("--limit", type=int, default=900)
    parser.add_argument("--raw", type=pathlib.Path)
    options = parser.parse_args(arguments)
    options.build = options.build.resolve()
    options.tool = options.build / "tools" / "pinstripe" / "pinstripe"
    if options.real:
        options.real = options.real.resolve()
    return options


def main():
    options = options_of(sys.argv[1:])
    runs = [] if options.programs else list(sample_runs(options))
    if options.real:
        runs += real_runs(options)
    if not runs:
        sys.exit("algorithms: there is nothing to reduce in %s" % options.build)
    print_row(["program", "events"] + [algorithm + ": " + head
                                       for algorithm in options.algorithms
                                       for head in ("tests", "kept", "s")])
    print_row(["---"] * (2 + 3 * len(options.algorithms)))
    complaints = []
    for name, inputs, command in runs:
        documents = reduce_by_all(options, name, inputs, command)
        print_row(row(options, name, documents))
        complaints.append(complaint(name, documents))
    complaints = [each for each in complaints if each]
    for each in complaints:
        print("algorithms: " + each, file=sys.stderr)
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
