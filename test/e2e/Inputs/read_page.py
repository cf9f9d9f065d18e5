#!/usr/bin/python3
"""read_page.py PAGE [--search] [--below BYTES] [--events SHOW.json] [CHECK...]

Decodes a page of `pinstripe report` and checks its data: the document against
the schema, that each column has its length and points to things that exist, and
that all agree with each other. Each CHECK is as for check_json.py, about the
document. SHOW.json is the output of `pinstripe show --json` of the same case:
its events must be those of the columns. The page must have fewer than BYTES.
With --search, the page is that of a search in a circumstance.
"""

import argparse
import array
import base64
import json
import os
import re
import sys
import zlib

import check_json
import json_schema

ELEMENT = re.compile(r'<script type="application/x-pinstripe" '
                     r'id="pinstripe-([a-z.-]+)">([A-Za-z0-9+/=]*)</script>')
TYPES = {"u8": "B", "u32": "I", "i32": "i", "f32": "f"}


def unpack(text):
    return zlib.decompress(base64.b64decode(text, validate=True))


class SearchPage:
    """The page of a search, which has nothing but one document."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.html = file.read()
        parts = ELEMENT.findall(self.html)
        expect([name for name, _ in parts] == ["search"],
               "the page has other elements than the search")
        self.meta = json.loads(unpack(parts[0][1]))


class Page:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.html = file.read()
        self.parts = {}
        for name, packed in ELEMENT.findall(self.html):
            if name in self.parts:
                sys.exit("%s: two elements are named %s" % (path, name))
            self.parts[name] = packed
        self.meta = json.loads(unpack(self.parts["meta"]))
        self.columns = {name: self.column(name, info)
                        for name, info in self.meta["columns"].items()}

    def column(self, name, info):
        kind = TYPES[info["type"]]
        numbers = array.array("I" if info["delta"] else kind)
        numbers.frombytes(unpack(self.parts["column-" + name]))
        expect(len(numbers) == info["length"], name + " has another length")
        if not info["delta"]:
            return numbers
        last = 0
        for i, difference in enumerate(numbers):
            last = (last + difference) % 2**32
            numbers[i] = last
        return array.array(kind, numbers.tobytes()) if kind == "i" else numbers

    def members(self, name):
        """The events of a set."""
        bits = self.columns["set." + name]
        return [i for i in range(self.meta["events"]) if bits[i // 8] >> i % 8 & 1]


def expect(isTrue, problem):
    if not isTrue:
        sys.exit(problem)


def check_columns(page):
    meta, columns = page.meta, page.columns
    expect(set(page.parts) == {"meta"} | {"column-" + name for name in columns},
           "the elements are not those of the document")
    events, calls = meta["events"], meta["invocations"]

    def check(name, length, low, high):
        if name not in columns:
            return
        expect(len(columns[name]) == length, name + " is too short or too long")
        expect(all(low <= each < high for each in columns[name]),
               name + " has a number outside of its range")

    expect("event.unit" in columns and "invocation.function" in columns,
           "there is no trace")
    check("event.unit", events, 0, len(meta["units"]))
    check("event.invocation", events, 0, calls)
    check("event.control", events, -1, events)
    check("invocation.function", calls, 0, len(meta["functions"]))
    check("invocation.caller", calls, -1, calls)
    check("invocation.parent", calls, -1, events)
    expect(all(parent < i for i, parent in enumerate(columns.get("event.control", []))),
           "an event has a later one as control parent")
    for each in meta["sets"]:
        expect(len(page.members(each["name"])) == each["count"],
               "set %s has another size" % each["name"])
    edges = meta["dependences"]["edges"]
    check("dependence.first", events + 1, 0, edges + 1)
    check("dependence.on", edges, 1 - events, events)
    check("dependence.kind", edges, 0, 2)
    first = columns.get("dependence.first", [])
    for i in range(len(first) - 1):
        distances = columns["dependence.on"][first[i]:first[i + 1]]
        expect(0 not in distances, "event %d depends on itself" % i)
        expect(all(0 <= i - each < events for each in distances),
               "event %d depends on one outside of the run" % i)
    shown, width = meta["tests"]["shown"], meta["tests"]["width"]
    check("test.outcome", shown, 0, 3)
    check("test.cause", shown, 0, 7)
    check("test.executed", shown, 0, events + 1)
    check("test.bits", shown * ((width + 7) // 8), 0, 256)
    if width == events and shown:
        size = (width + 7) // 8
        for i in range(shown):
            row = columns["test.bits"][i * size:(i + 1) * size]
            expect(sum(bin(byte).count("1") for byte in row)
                   == columns["test.executed"][i], "test %d has other bits" % i)
    kept = set(page.members("kept")) if meta["reduction"] else set()
    for index, reason in meta.get("reasons", {}).items():
        expect(int(index) in kept, "an event that was not kept has a reason")
        if "test" in reason:
            expect(reason["test"] < shown, "a reason names a missing test")
    expect(all(0 <= int(index) < events for index in meta["values"]),
           "there are values of an event that does not exist")


def check_events(page, path):
    """The events must be those that `show` lists."""
    with open(path, encoding="utf-8") as file:
        listed = json.load(file)["events"]
    expect(len(listed) == page.meta["events"], "show has another number of events")
    for i, event in enumerate(listed):
        unit = page.meta["units"][page.columns["event.unit"][i]]
        call = page.columns["event.invocation"][i]
        function = page.meta["functions"][page.columns["invocation.function"][call]]
        found = (page.meta["files"][unit["file"]]["path"], unit["line"],
                 unit["column"], function["name"], unit["text"])
        wanted = (event["file"], event["line"], event["column"],
                  event["function"], event["text"])
        expect(found == wanted, "event %d is %r, not %r" % (i, found, wanted))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--search", action="store_true")
    parser.add_argument("--below", type=int)
    parser.add_argument("--events")
    parser.add_argument("--dump", help="write the document to this file")
    parser.add_argument("checks", nargs="*")
    options = parser.parse_intermixed_args()
    page = SearchPage(options.page) if options.search else Page(options.page)
    schema = "search-page" if options.search else "report"
    problems = json_schema.problems(schema, page.meta)
    expect(not problems, "the document is not as %s.schema.json says:\n  " % schema
           + "\n  ".join(problems))
    expect("pinstripe:data" not in page.html, "the mark of the data is still there")
    if not options.search:
        check_columns(page)
    if options.events:
        check_events(page, options.events)
    if options.below:
        size = os.path.getsize(options.page)
        expect(size < options.below, "the page has %d bytes" % size)
    if options.dump:
        with open(options.dump, "w", encoding="utf-8") as file:
            json.dump(page.meta, file, indent=1)
    for check in options.checks:
        check_json.check(page.meta, check)


if __name__ == "__main__":
    main()
