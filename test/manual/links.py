#!/usr/bin/env python3
"""links.py PAGE...: fails if a link of a Markdown page leads nowhere.

A link to a heading (`page.md#a-heading`) needs that heading, written as GitHub
does. Links to the web are not followed.
"""

import pathlib
import re
import sys


def anchors(page):
    """The names of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-")
            for each in headings}


def problems(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            yield "%s: no such file: %s" % (page, target)
        elif anchor and anchor not in anchors(file):
            yield "%s: no such heading: %s" % (page, target)


found = [each for name in sys.argv[1:] for each in problems(pathlib.Path(name))]
sys.exit("\n".join(found) or 0)
