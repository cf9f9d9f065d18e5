"""same_result.py [--stored-or-not] FILE FILE...

Fails unless the results of `reduce --json` are the same except for times and,
with the option, for how many of the tests were made by earlier reductions.
"""

import sys

import check_json


def difference(paths, stored_or_not=False):
    """Describes the first difference; None if there is none."""
    documents = [check_json.load(path) for path in paths]
    for document in documents:
        del document["time"]
        if stored_or_not:
            del document["tests"]["stored"]
    for path, document in zip(paths[1:], documents[1:]):
        for key in sorted(documents[0].keys() | document.keys()):
            if documents[0].get(key) != document.get(key):
                return ("%s and %s differ in %s:\n%r\n%r"
                        % (paths[0], path, key, documents[0].get(key),
                           document.get(key)))
    return None


def main():
    option = "--stored-or-not"
    sys.exit(difference([path for path in sys.argv[1:] if path != option],
                        option in sys.argv))


if __name__ == "__main__":
    main()
