#!/usr/bin/python3
"""json_schema.py VERB FILE...

Checks that each FILE is what `pinstripe VERB --json` promises: the schema of
the verb in tools/pinstripe/manual/schema. A FILE named *.ndjson has a document
in each line. A field that no schema describes is a
mistake, too. Needs Debian's python3-jsonschema, hence Debian's Python.
"""

import copy
import json
import pathlib
import sys

import jsonschema

FOLDER = (pathlib.Path(__file__).resolve().parent.parent.parent.parent
          / "tools" / "pinstripe" / "manual" / "schema")


def closed(schema):
    """The schema without room for fields that it does not describe. Other
    versions may add fields; the one at hand must describe all of its own."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    # The parts of a conjunction would report each other's fields as unknown
    # ones.
    result = {key: copy.deepcopy(value) if key in ("allOf", "oneOf") else closed(value)
              for key, value in schema.items()}
    for key in ("allOf", "oneOf"):
        for part in result.get(key, []):
            if "properties" in part:
                part["properties"] = closed(part["properties"])
    parts = schema.get("allOf", []) + schema.get("oneOf", [])
    isObject = "properties" in schema or any("type" in each for each in parts)
    if isObject and "additionalProperties" not in schema:
        result["unevaluatedProperties"] = False
    return result


def load(verb, shared=False):
    schema = json.loads((FOLDER / (verb + ".schema.json")).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    if not shared:
        return closed(schema)
    # Events occur as parts of larger objects.
    event = copy.deepcopy(schema["$defs"]["event"])
    schema = closed(schema)
    schema["$defs"]["event"] = event
    return schema


def abridged(value, longest=200):
    """The document with at most so many entries of each list: entries are alike,
    and validation takes a millisecond for each."""
    if isinstance(value, list):
        return [abridged(each) for each in value[:longest]]
    if isinstance(value, dict):
        return {key: abridged(each) for key, each in value.items()}
    return value


def problems(verb, document):
    """What in the document is not as the schema of the verb has it."""
    schema = load(verb)
    common = load("common", shared=True)
    store = {common["$id"]: common}
    # The page of a report contains the documents of other verbs.
    if verb == "report":
        for other in schema["properties"]["results"]["properties"]:
            each = load(other)
            store[each["$id"]] = each
    if verb in ("report", "explain"):
        for other in ("locate", "reduce", "input", "options"):
            each = load(other)
            store[each["$id"]] = each
    resolver = jsonschema.RefResolver(schema["$id"], schema, store=store)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    return ["%s: %s" % (each.json_path, each.message[:300])
            for each in validator.iter_errors(abridged(document))]


def main():
    verb, *paths = sys.argv[1:]
    for path in paths:
        text = pathlib.Path(path).read_text()
        documents = text.splitlines() if path.endswith(".ndjson") else [text]
        if not documents:
            sys.exit("%s is empty" % path)
        for document in documents:
            found = problems(verb, json.loads(document))
            if found:
                sys.exit("%s is not as %s.schema.json says:\n  %s"
                         % (path, verb, "\n  ".join(found)))


if __name__ == "__main__":
    main()
