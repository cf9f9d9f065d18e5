#!/usr/bin/env python3
"""rebuild_mutations.py RESULT SOURCE EXPECTED [-i INPUT] COMPILER... -- ARGUMENTS...

RESULT is the JSON of `pinstripe mutate` about a program of one file, SOURCE.
Makes each listed change in a copy of the source, builds the copy, and checks
that the program then prints what is in the file EXPECTED, as Pinstripe says.
Prints how many changes were made. Changes of text that a macro wrote are left
out, and insertions as well, which have no column.
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def changes(document):
    for statement in document["statements"]:
        if statement["effect"] != "expected-output":
            continue
        for mutation in statement["mutations"]:
            if not mutation["in_macro"] and not mutation["inserted"]:
                yield mutation


def changed(lines, mutation):
    """The source with the change."""
    number = mutation["line"] - 1
    line = lines[number]
    if line.strip() != mutation["before"]:
        sys.exit("line %d is %r, not %r"
                 % (mutation["line"], line, mutation["before"]))
    result = list(lines)
    result[number] = mutation["after"]
    return "\n".join(result) + "\n"


def main():
    words = sys.argv[1:]
    result, source, expected = words[:3]
    words = words[3:]
    standard_input = subprocess.DEVNULL
    if words[0] == "-i":
        standard_input = open(words[1], "rb")
        words = words[2:]
    separator = words.index("--")
    compiler, arguments = words[:separator], words[separator + 1:]
    document = json.loads(pathlib.Path(result).read_text())
    lines = pathlib.Path(source).read_text().splitlines()
    right = pathlib.Path(expected).read_bytes()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, pathlib.Path(source).name)
        program = pathlib.Path(folder, "program")
        for mutation in changes(document):
            copy.write_text(changed(lines, mutation))
            subprocess.run(compiler + [str(copy), "-o", str(program)],
                           check=True)
            if standard_input != subprocess.DEVNULL:
                standard_input.seek(0)
            run = subprocess.run([str(program)] + arguments,
                                 stdin=standard_input, stdout=subprocess.PIPE,
                                 check=False)
            if run.stdout != right:
                sys.exit("not as expected with %s" % mutation)
            count += 1
    print("%d changes" % count)


if __name__ == "__main__":
    main()
