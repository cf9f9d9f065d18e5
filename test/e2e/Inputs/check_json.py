"""check_json.py FILE [KEY=VALUE...]

Checks that FILE is what `reduce --json` promises (README, "JSON"), then that
the dotted keys have these values: result.kept=15, tests.distinct<=70.
"""

import json
import re
import sys

number = (int, float)
text_or_none = (str, type(None))

SCHEMA = {
    "pinstripe": {"version": str, "format": int},
    "case": {"program": str, "arguments": [str], "stdin": text_or_none,
             "predicate": [str], "poison": str, "flow": str},
    "engine": {"name": str, "fallback": text_or_none},
    "trace": {"events": int, "units": int, "invocations": int},
    "result": {
        "kept": int, "user_pinned": int, "minimality": str, "granularity": str,
        "garbage_sensitive": (bool, type(None)), "interrupted": bool,
        "events": [{"index": int, "file": str, "line": int, "column": int,
                    "end_line": int, "end_column": int, "function": str,
                    "instance": int, "kind": str, "text": str, "depth": int,
                    "pinned": bool, "user_pinned": bool, "guard": bool}],
        "listed": int, "cut": text_or_none,
        "statements": [{"file": str, "line": int, "column": int,
                        "end_line": int, "end_column": int, "function": str,
                        "kind": str, "text": str, "pinned": bool, "kept": int,
                        "executed": int}],
        "lines": [{"file": str, "line": int, "kept": int, "executed": int}],
    },
    "tests": {"distinct": int, "stored": int, "cached": int, "pass": int, "fail": int,
              "unresolved": int,
              "unresolved_by": {"crash": int, "hang": int, "divergence": int,
                                "limit": int},
              "limits": dict,
              "decided_otherwise": int},
    "time": {"total_s": number, "record_s": number, "tests_s": number,
             "per_test_ms": {"median": number, "p95": number},
             "lanes": int, "unused_runs": int},
}


def mismatches(value, schema, where):
    """What in `value` is not as the schema has it. Further keys may be there:
    a field may be added within a version."""
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            return ["%s is no object" % where]
        found = []
        for key, inner in schema.items():
            if key not in value:
                found.append("%s.%s is missing" % (where, key))
            else:
                found += mismatches(value[key], inner, where + "." + key)
        return found
    if isinstance(schema, list):
        if not isinstance(value, list):
            return ["%s is no list" % where]
        return [text for index, item in enumerate(value)
                for text in mismatches(item, schema[0],
                                       "%s[%d]" % (where, index))]
    if not isinstance(value, schema) or (
            isinstance(value, bool) and schema in (int, number)):
        return ["%s has the wrong type: %r" % (where, value)]
    return []


def inconsistencies(document):
    """What the parts of a document say about each other."""
    found = []
    result, tests = document["result"], document["tests"]
    events = result["events"]
    if result["listed"] != len(events):
        found.append("listed is %d, but there are %d events"
                     % (result["listed"], len(events)))
    if (result["kept"] != len(events)) != (result["cut"] is not None):
        found.append("of %d events %d are listed, and cut is %r"
                     % (result["kept"], len(events), result["cut"]))
    if sum(each["kept"] for each in result["statements"]) != result["kept"]:
        found.append("the statements do not hold the kept instances")
    if result["cut"] is None and result["user_pinned"] != sum(
            each["user_pinned"] for each in events):
        found.append("the events do not hold the user-pinned ones")
    indices = [event["index"] for event in events]
    if indices != sorted(set(indices)):
        found.append("the events are not in trace order")
    if indices and not 1 <= indices[0] <= indices[-1] <= document["trace"]["events"]:
        found.append("an index is outside of the trace")
    if sum(line["kept"] for line in result["lines"]) != result["kept"]:
        found.append("the lines do not hold the kept instances")
    if any(line["kept"] > line["executed"] for line in result["lines"]):
        found.append("a line keeps more than was executed")
    outcomes = tests["pass"] + tests["fail"] + tests["unresolved"]
    if outcomes + tests["decided_otherwise"] != tests["distinct"]:
        found.append("%d outcomes of %d tests" % (outcomes, tests["distinct"]))
    if sum(tests["unresolved_by"].values()) != tests["unresolved"]:
        found.append("the reasons do not add up to the unresolved tests")
    return found


def load(path):
    with open(path) as file:
        document = json.load(file)
    found = mismatches(document, SCHEMA, "$") or inconsistencies(document)
    if document.get("pinstripe", {}).get("format") != 1:
        found.append("not format 1")
    if found:
        sys.exit("%s:\n  %s" % (path, "\n  ".join(found)))
    return document


def check(document, condition):
    key, operator, expected = re.fullmatch(r"([\w.]+)(<=|>=|=)(.*)",
                                           condition).groups()
    value = document
    for part in key.split("."):
        value = value[part]
    if operator == "=":
        shown = value if isinstance(value, str) else json.dumps(value)
        holds = shown == expected
    elif operator == "<=":
        holds = value <= float(expected)
    else:
        holds = value >= float(expected)
    if not holds:
        sys.exit("%s, but it is %r" % (condition, value))


def main():
    document = load(sys.argv[1])
    for condition in sys.argv[2:]:
        check(document, condition)


if __name__ == "__main__":
    main()
