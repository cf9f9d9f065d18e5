"""same_untimed.py FILE FILE...

Fails unless the JSON documents are the same except for times, and for how many
runs were made at once or in vain, which the part "time" tells, too.
"""

import json
import sys


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items()
                if not key.endswith("_s") and key not in ("lanes", "seconds",
                                                       "time")}
    if isinstance(value, list):
        return [without_times(each) for each in value]
    return value


def load(path):
    with open(path) as file:
        return without_times(json.load(file))


def main():
    first, *others = [load(path) for path in sys.argv[1:]]
    for path, other in zip(sys.argv[2:], others):
        for key in sorted(first.keys() | other.keys()):
            if first.get(key) != other.get(key):
                sys.exit("%s and %s differ in %s:\n%r\n%r"
                         % (sys.argv[1], path, key, first.get(key),
                            other.get(key)))


if __name__ == "__main__":
    main()
