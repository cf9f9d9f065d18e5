#!/usr/bin/env python3
"""Checks that every file of lib and include can be found by reading.

The README.md of each module names each of its files (without the ending), and
every path in ARCHITECTURE.md's tables leads to a file or folder. Run at the
root of the tree; the result is 1 if something is wrong.
"""

import pathlib
import re
import sys

LIB, INCLUDE = pathlib.Path("lib"), pathlib.Path("include/pinstripe")
SOURCES = (".cpp", ".h", ".S", ".def")


def files_of(module):
    return {path.stem for folder in (LIB / module, INCLUDE / module)
            for path in folder.rglob("*") if path.suffix in SOURCES}


def words_of(module):
    return {word for page in (LIB / module).rglob("README.md")
            for word in re.findall(r"\w+", page.read_text())}


def missing_paths(page):
    """Yields the names in the right columns that no path ends with."""
    paths = [path for folder in ("include", "lib", "test", "tools")
             for path in pathlib.Path(folder).rglob("*")]
    ends = "".join("/%s\n/%s\n" % (path, path.with_suffix(""))
                   for path in paths)
    for line in page.read_text().splitlines():
        cells = line.split(" | ")
        for name in re.findall(r"`((?:test|tools|[A-Z]\w*)[\w/.]*)`",
                               cells[-1] if len(cells) == 2 else ""):
            if "/%s\n" % name not in ends:
                yield name


def main():
    problems = []
    for module in sorted(path.name for path in LIB.iterdir()
                         if (path / "CMakeLists.txt").exists()):
        for name in sorted(files_of(module) - words_of(module)):
            problems.append("lib/%s/README.md does not name %s"
                            % (module, name))
    for name in missing_paths(pathlib.Path("ARCHITECTURE.md")):
        problems.append("ARCHITECTURE.md names %s, which does not exist"
                        % name)
    print("\n".join(problems))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
