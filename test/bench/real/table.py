#!/usr/bin/env python3
"""table.py FOLDER: the table of FOLDER/results, as run.sh has left them."""
import json
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
HEADS = ["program", "lines", "units", "jump / short / int3, %", "events", "plain, ms",
         "recorded", "all events, ms", "random plans",
         "reduce: kept", "minimal", "tests", "ms/test", "total, s"]


def load(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def lines_of(program, family):
    """Lines of the sources that were compiled, and of headers beside them."""
    built = folder / "build" / family / program
    sources = {pathlib.Path(each["directory"], each["file"])
               for each in load(built / "compile_commands.json")}
    headers = {header for source in sources
               for pattern in ("*.h", "*.hxx")
               for header in source.parent.glob(pattern)}
    return sum(len(path.read_bytes().splitlines())
               for path in sources | headers if path.exists())


def number(value, form="{:.3g}"):
    return "-" if value is None else form.format(value)


def patches_of(text):
    """Hooks by kind of patch, in percent, as `units --patches` sums up."""
    return " / ".join(re.findall(r"^  (?:jump of|short jump|int3).*? ([0-9.]+) %$",
                                 text, re.M)) or "-"


def row(results):
    program, family = results.name.rsplit("-", 1)
    engine = load(results / "engine.json")
    reduced = load(results / "reduce.json")
    result, tests = reduced.get("result", {}), reduced.get("tests", {})
    time = reduced.get("time", {})
    patches = results / "patches"
    slowdown = None
    if "plain_ms" in engine and "record_ms" in engine:
        slowdown = engine["record_ms"] / engine["plain_ms"]
    agree = "-"
    if "random" in engine:
        agree = "{} agree".format(engine["random"])
        if engine["failures"]:
            agree = "{} failures".format(engine["failures"])
    minimality = result.get("minimality", "-")
    if result.get("granularity") == "statement":
        minimality += " by statement"
    return [program + " " + family, lines_of(program, family),
            engine.get("units", "-"),
            patches_of(patches.read_text()) if patches.exists() else "-",
            engine.get("events", "-"), number(engine.get("plain_ms")),
            number(slowdown, "{:.2g}x"), number(engine.get("full_ms")), agree,
            result.get("kept", "-"), minimality,
            tests.get("distinct", "-"),
            number(time.get("per_test_ms", {}).get("median")),
            number(time.get("total_s"))]


print("| " + " | ".join(HEADS) + " |")
print("|" + " --- |" * len(HEADS))
for each in sorted((folder / "results").iterdir()):
    if each.is_dir():
        print("| " + " | ".join(str(cell) for cell in row(each)) + " |")
