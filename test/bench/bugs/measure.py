#!/usr/bin/env python3
"""measure.py FOLDER [CASE...]: how high the faulty line of real bugs ranks.

FOLDER is that of fetch.sh and build.sh; a CASE is the name of a file in cases
(without one: all). Each says a program's input, what it should print, and the
lines of its defect; where the defect is an omission, those of the condition or
call that guards what is missing. Checks that the program prints something else
than it should, records it once, and asks of the recorded case:

- locate: the rank of the first faulty line, and how many lines are ranked; in
  --raw also the ranks in the lists that it shows before it ends;
- reference: the rank in `locate` with the mended program as a reference, from
  which it makes passing and failing runs; with --fixed only;
- explain: the rank in `explain`, which makes the run smaller first, with the
  mended program as a reference; with --fixed only;
- switch: the same, of the lines whose conditions it names, in its order;
- mutate: the same, of the lines whose statements it names, and how many mutants
  were run;
- guarded and trace: reduce in that flow, of a wrong part of the output: what is
  kept of how much, and whether a faulty line is.

An answer takes --seconds at most. Prints a table; --raw adds a line of JSON for
each case to a file. Fails if a case has no trace, or prints what it should.

Programs run in a sandbox: that of Pinstripe, or bubblewrap.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent.parent

COLUMNS = ["case", "lines of code", "kind", "events", "units", "locate",
           "with a reference", "explained", "switch", "tests", "s", "mutate", "mutants", "s",
           "guarded: events", "lines", "faulty", "tests", "s",
           "trace: events", "lines", "faulty", "tests", "s"]
TOOLS = ["locate", "reference", "explain", "switch", "mutate", "guarded", "trace"]


class Failure(Exception):
    """A case that can't be measured, and why."""


def content(lines):
    return "".join(line + "\n" for line in lines).encode()


def unpack(case, work):
    """The files of the case, and what is expected, in an empty folder."""
    work.mkdir(parents=True)
    for name, lines in case["files"].items():
        (work / name).write_bytes(content(lines))
    (work / "expected.out").write_bytes(content(case["expected"]))


def box(options, work):
    """Read-only root, no network."""
    shared = []
    for each in (options.folder, options.pinstripe.parent):
        shared += ["--ro-bind", str(each), str(each)]
    return (["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
             "--tmpfs", "/tmp"] + shared +
            ["--bind", str(work), str(work), "--unshare-net",
             "--die-with-parent", "--chdir", str(work), "--setenv", "HOME",
             "/nonexistent"])


def program_of(options, case):
    return options.folder / "build" / case["program"] / case["program"]


def check_output(options, case, work):
    """The defect is there: another output than expected, no signal."""
    name = case.get("stdin")
    with open(work / name if name else os.devnull, "rb") as standard_input:
        run = subprocess.run(box(options, work) +
                             [str(program_of(options, case))] + case["args"],
                             stdin=standard_input, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, check=False)
    if case.get("crash"):
        # bubblewrap ends with the status 128 plus the number of the signal.
        if run.returncode <= 128:
            raise Failure("does not crash")
        return
    if run.returncode not in (0, 1):
        raise Failure("ends with %d" % run.returncode)
    if run.stdout == content(case["expected"]):
        raise Failure("prints what it should")


def ask(options, work, arguments, case="case"):
    """What a command of Pinstripe says in JSON; None: nothing."""
    result = work / (arguments[0] + ".json")
    log = work / (arguments[0] + ".log")
    with open(log, "wb") as output:
        # Pinstripe makes its own sandbox, and some systems do not allow a
        # sandbox in a sandbox.
        subprocess.run([str(options.pinstripe)] + arguments[:1] +
                       ["-o", case, "--json", result.name] + arguments[1:],
                       cwd=work, stdin=subprocess.DEVNULL, stdout=output,
                       stderr=output, check=False)
    try:
        return json.loads(result.read_text())
    except (OSError, ValueError):
        return None


def run_of(options, case):
    """The options and the words that say how a run of the case is made."""
    standard_input = ["--stdin", case["stdin"]] if case.get("stdin") else []
    program = program_of(options, case)
    return (["-p", str(program.parent)] + standard_input +
            ["--", str(program)] + case["args"])


def record(options, case, work):
    document = ask(options, work, ["record"] + run_of(options, case))
    if document is None:
        raise Failure((work / "record.log").read_text().strip())
    return document


def same_file(one, other):
    """Files are named by as much of their path as somebody thought enough."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return longer == shorter or longer.endswith("/" + shorter)


def is_faulty(case, entry):
    return any(entry["line"] == line and same_file(entry["file"], name)
               for name, line in case["lines"])


def rank(case, entries):
    """The number of the first place with a faulty line, and how many places
    there are; None instead of a number: it is in none of them. A place is a
    line, or in the result of locate an entry with all its lines."""
    places = []
    rank = None
    for entry in entries:
        place = entry.get("entry", (entry["file"], entry["line"]))
        if place not in places:
            places.append(place)
        if rank is None and is_faulty(case, entry):
            rank = places.index(place) + 1
    return rank, len(places)


def measure(options, case):
    work = options.folder / "runs" / case["name"]
    subprocess.run(["rm", "-rf", str(work)], check=True)
    unpack(case, work)
    check_output(options, case, work)
    found = {"case": case["name"],
             "recorded": record(options, case, work)["trace"]}
    limit = ["--max-time", str(options.seconds)]
    # If the program crashes, the verb asks about the crash by itself, so no
    # expected output is given.
    expected = ([] if case.get("crash") else
                ["--expect-stdout", "expected.out"])
    keep = ["--keep", case["keep"]] if "keep" in case else []
    asked = {"locate": ["locate", "--progress", "json"] + expected, "switch": ["switch"] + expected,
             "mutate": ["mutate"] + expected,
             "guarded": ["reduce", "--flow", "guarded"] + keep,
             "trace": ["reduce", "--flow", "trace"] + keep}
    mended = (options.fixed / case["name"] / case["name"] if options.fixed
              else None)
    if mended:
        asked["reference"] = ["locate", "--reference", str(mended)]
    for tool in options.tools:
        if tool == "explain" and mended:
            document = ask(options, work,
                           ["explain", "--reference", str(mended)] + limit +
                           run_of(options, case), case="explained")
            if document is not None:
                found[tool] = summary_of_explain(case, document)
        if tool not in asked:
            continue
        document = ask(options, work, asked[tool] + limit)
        if document is not None:
            found[tool] = SUMMARIES[tool](case, document)
        if tool in found and tool == "locate":
            found[tool]["early"] = early_ranks(case, work / "locate.log")
    return found


def early_ranks(case, log):
    """The time of each list that locate has shown before its end, and the rank
    in it."""
    ranks = []
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith("{"):
            progress = json.loads(line)
            if progress["progress"] == "ranking":
                ranks.append({"seconds": progress["seconds"],
                              "rank": rank(case, progress["ranked"])[0]})
    return ranks


def summary_of_locate(case, document):
    place, count = rank(case, document["ranked"])
    return {"rank": place, "ranked": count}


def summary_of_explain(case, document):
    location = document["location"] or {"ranked": []}
    place, count = rank(case, location["ranked"])
    return {"rank": place, "ranked": count,
            "events": document["trace"]["events"],
            "original": document["run"]["original_events"],
            "smaller": document["run"]["smaller"]}


def summary_of_switch(case, document):
    place, count = rank(case, document["switches"])
    return {"rank": place, "ranked": count,
            "tests": sum(document["tests"].values()),
            "possible": document["possible_tests"],
            "seconds": document["time"]["total_s"]}


def summary_of_mutate(case, document):
    place, count = rank(case, document["statements"])
    return {"rank": place, "ranked": count,
            "tests": sum(document["tests"].values()),
            "possible": document["listed"],
            "seconds": document["time"]["total_s"]}


def summary_of_reduce(case, document):
    result = document["result"]
    lines = [line for line in result["lines"] if line["kept"]]
    return {"kept": result["kept"], "lines": len(lines),
            "faulty": any(is_faulty(case, line) for line in lines),
            "interrupted": result["interrupted"],
            "tests": document["tests"]["distinct"],
            "seconds": document["time"]["total_s"]}


SUMMARIES = {"locate": summary_of_locate, "reference": summary_of_locate,
             "switch": summary_of_switch, "mutate": summary_of_mutate,
             "guarded": summary_of_reduce, "trace": summary_of_reduce}


def rank_cell(summary):
    if summary is None:
        return "-"
    return "%s of %d" % (summary["rank"] or "none", summary["ranked"])


def switch_cells(summary):
    if summary is None:
        return ["-", "-", "-"]
    return [rank_cell(summary),
            "{:,} of {:,}".format(summary["tests"], summary["possible"]),
            "%.3g" % summary["seconds"]]


def reduce_cells(summary):
    if summary is None:
        return ["-", "-", "-", "-", "-"]
    stopped = "<= " if summary["interrupted"] else ""
    return [stopped + "{:,}".format(summary["kept"]), str(summary["lines"]),
            "yes" if summary["faulty"] else "no",
            "{:,}".format(summary["tests"]), "%.3g" % summary["seconds"]]


def row(case, found):
    return ([case["name"], "{:,}".format(case["loc"]), case["kind"],
             "{:,}".format(found["recorded"]["events"]),
             "{:,}".format(found["recorded"]["units"]),
             rank_cell(found.get("locate")),
             rank_cell(found.get("reference")),
             rank_cell(found.get("explain"))] +
            switch_cells(found.get("switch")) +
            switch_cells(found.get("mutate")) +
            reduce_cells(found.get("guarded")) +
            reduce_cells(found.get("trace")))


def load(folder, names):
    cases = [json.loads(file.read_text())
             for file in sorted(folder.glob("*.json"))]
    known = [case["name"] for case in cases]
    for name in names:
        if name not in known:
            sys.exit("measure.py: no case %s; there are %s"
                     % (name, ", ".join(known)))
    return [case for case in cases if not names or case["name"] in names]


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", metavar="CASE", nargs="*")
    parser.add_argument("--cases", type=pathlib.Path, default=here / "cases",
                        help="the folder with the descriptions [cases]")
    parser.add_argument("--pinstripe", type=pathlib.Path, default=root / "build"
                        / "release" / "tools" / "pinstripe" / "pinstripe")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=TOOLS)
    parser.add_argument("--fixed", type=pathlib.Path, help="the folder in which"
                        " NAME/NAME is the mended program of the case NAME")
    parser.add_argument("--raw", type=pathlib.Path)
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    options.fixed = options.fixed and options.fixed.resolve()
    options.pinstripe = options.pinstripe.resolve()
    if not options.pinstripe.exists():
        parser.error("%s does not exist; build it, or say --pinstripe"
                     % options.pinstripe)
    return options


def main():
    options = parse()
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + " --- |" * len(COLUMNS))
    failed = False
    for case in load(options.cases, options.names):
        try:
            found = measure(options, case)
        except Failure as failure:
            print("measure.py: %s: %s" % (case["name"], failure),
                  file=sys.stderr)
            failed = True
            continue
        print("| " + " | ".join(row(case, found)) + " |", flush=True)
        if options.raw:
            with open(options.raw, "a", encoding="utf-8") as raw:
                raw.write(json.dumps(found) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
