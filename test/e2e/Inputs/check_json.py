"""check_json.py FILE [KEY=VALUE...]

Checks that FILE is what `reduce --json` promises: the schema in the manual, and
what its parts say about each other. Then checks that the dotted keys have these
values: result.kept=15, tests.distinct<=70, or contain these texts:
texts.0.given~apple, where 0 is the first element of a list.
"""

import json
import re
import sys

import json_schema


def inconsistencies(document):
    """What does not fit together in the parts of a document."""
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
    found = json_schema.problems("reduce", document) or inconsistencies(document)
    if found:
        sys.exit("%s:\n  %s" % (path, "\n  ".join(found)))
    return document


def check(document, condition):
    key, operator, expected = re.fullmatch(r"([\w.]+?)(<=|>=|=|~)(.*)",
                                           condition).groups()
    value = document
    for part in key.split("."):
        value = value[int(part) if isinstance(value, list) else part]
    if operator == "=":
        shown = value if isinstance(value, str) else json.dumps(value)
        holds = shown == expected
    elif operator == "~":
        holds = expected in value
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
