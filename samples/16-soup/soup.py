#!/usr/bin/env python3
"""soup.py SEED: prints a page of random tags, always the same one for a seed."""

import random
import sys

TAGS = ("a abbr b i u font center table tr td th caption col ul ol li dl dt dd p div span form "
        "input select option textarea label fieldset legend button script style object embed "
        "iframe frame frameset noframes html head body title meta link base h1 h2 pre xmp "
        "blockquote q hr br img map area menu strike big small sub sup code em strong svg math "
        "video audio canvas").split()
ATTRIBUTES = ["", "", " id=x", ' name="a"', ' style="color:red"', " class=c", " align=center",
              " color=red", ' href="a"']
TEXTS = ["x", " ", "\n", "text text", "<!--x-->", "&nbsp;", "<", "</"]


def soup(dice):
    """A page: a tag, the end of one that is open or of any, or a text, many times."""
    page, opened = [], []
    for _ in range(dice.choice([20, 50, 100, 300])):
        chance = dice.random()
        if chance < 0.5:
            opened.append(dice.choice(TAGS))
            attributes = [dice.choice(ATTRIBUTES) for _ in range(dice.randrange(3))]
            page.append("<%s%s>" % (opened[-1], "".join(attributes)))
        elif chance < 0.8:
            page.append("</%s>" % (opened.pop() if opened else dice.choice(TAGS)))
        else:
            page.append(dice.choice(TEXTS))
        if dice.random() < 0.3:
            page.append("\n")
    return "".join(page)


print(soup(random.Random(int(sys.argv[1]))))
