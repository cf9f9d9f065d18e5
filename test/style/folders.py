#!/usr/bin/env python3
"""Checks the order of the folders within each module of lib.

A module with folders has a table lib/<Module>/folders.txt. Each line names a
folder and, after a colon, the folders whose private headers it may include;
these must stand in lines above, so there are no cycles. Modules without such a
table are not checked. To give a module an order, write the table and include
private headers by their folder: #include "Server/NativeServer.h". Public
headers (pinstripe/...) are checked by CMake, see PinstripeModules.cmake.

Headers of Clang and of LLDB may be included only in the folders of HOME.

Run at the root of the tree; the result is 1 if something is wrong.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
SOURCES = (".cpp", ".h", ".S", ".def", ".inc")
CLANG = ("lib/Program/Source", "lib/Program/Mutation", "lib/Program/Edits")
HOME = {"clang": CLANG, "clang-c": CLANG, "lldb": ("lib/Execution/LLDB", "tools/lldb")}


def read_table(path):
    """Returns {folder: folders that it may include} and a list of errors."""
    table, errors = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, colon, allowed = line.partition(":")
        if not colon:
            errors.append(f"{path}:{number}: expected 'Folder: Folder ...'")
            continue
        for name in allowed.split():
            if name not in table:
                errors.append(f"{path}:{number}: {folder} may not include "
                              f"{name}, which is not in a line above")
        table[folder.strip()] = set(allowed.split())
    return table, errors


def check_file(path, folder, table):
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        included = match[1].split("/")
        place = f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}"
        if included[0] == ".." or len(included) == 1 and \
                not (path.parent / included[0]).exists():
            yield f"{place}: name the folder of \"{match[1]}\""
        elif included[0] in table and included[0] != folder and \
                included[0] not in table[folder]:
            yield (f"{place}: {folder} may not include {included[0]}, see "
                   f"{path.parent.parent}/folders.txt")


def check_module(module):
    table, errors = read_table(module / "folders.txt")
    for folder in table:
        if not (module / folder).is_dir():
            errors.append(f"{module}/folders.txt: no folder {folder}")
    for path in sorted(module.rglob("*")):
        if path.suffix not in SOURCES:
            continue
        folder = path.relative_to(module).parts[0]
        if path.parent != module / folder or folder not in table:
            errors.append(f"{path}: not in a folder of {module}/folders.txt")
        else:
            errors.extend(check_file(path, folder, table))
    return errors


def check_homes():
    """Finds headers of Clang and LLDB that are included elsewhere."""
    for root in ("include", "lib", "tools"):
        for path in sorted(pathlib.Path(root).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            for match in INCLUDE.finditer(path.read_text()):
                homes = HOME.get(match[1].split("/")[0])
                if homes and path.parent.as_posix() not in homes:
                    yield (f"{path}: only {' and '.join(homes)} may include "
                           f"\"{match[1]}\"")


def main():
    errors = list(check_homes())
    for table in sorted(pathlib.Path("lib").glob("*/folders.txt")):
        errors.extend(check_module(table.parent))
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
