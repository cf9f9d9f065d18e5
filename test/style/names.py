#!/usr/bin/env python3
"""names.py: fails if two types of the same name stand in namespace pinstripe.

The linker would take the functions of one of them for both, without a word: an
inline destructor, or std::vector of the type. Types in an unnamed namespace and
in other namespaces, such as pinstripe::native, can have any name.
"""
import collections
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent

TYPE = re.compile(r"^(?:enum class|struct|class) (\w+)(?: final)?"
                  r"(?: :(?!:)[^{;]*)? \{", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{.*?^\} // namespace$",
                     re.MULTILINE | re.DOTALL)


def types_in(path):
    text = path.read_text(encoding="utf-8")
    if re.search(r"^namespace pinstripe::", text, re.MULTILINE):
        return []
    return TYPE.findall(UNNAMED.sub("", text))


def main():
    places = collections.defaultdict(list)
    for folder in ("include", "lib", "tools"):
        for path in sorted((root / folder).rglob("*.[hc]*")):
            if path.suffix in (".h", ".cpp") and "node_modules" not in path.parts:
                for name in set(types_in(path)):
                    places[name].append(str(path.relative_to(root)))
    twice = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print("%s: in %s" % (name, " and ".join(files)))
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
