"""same_result.py FILE FILE...

Fails unless the results of `reduce --json` are the same but for the times.
"""

import sys

import check_json


def main():
    documents = [check_json.load(path) for path in sys.argv[1:]]
    for document in documents:
        del document["time"]
    for path, document in zip(sys.argv[2:], documents[1:]):
        for key in sorted(documents[0].keys() | document.keys()):
            if documents[0].get(key) != document.get(key):
                sys.exit("%s and %s differ in %s:\n%r\n%r"
                         % (sys.argv[1], path, key, documents[0].get(key),
                            document.get(key)))


if __name__ == "__main__":
    main()
