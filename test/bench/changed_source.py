"""Applies a change that `pinstripe mutate` shows to the text of a source."""

BLANKS = " \t\n\v\f\r"
# A changed place must have fewer lines than this.
MOST_LINES = 200


def joined(lines):
    """The lines without indentation, as one, the form in which changes are
    shown; and for each character of it the line and the column where it
    stands."""
    text = ""
    places = []
    for number, line in enumerate(lines):
        stripped = line.strip(BLANKS)
        if not stripped:
            continue
        if text:
            places.append((number - 1, len(lines[number - 1])))
            text += " "
        first = len(line) - len(line.lstrip(BLANKS))
        places += [(number, first + i) for i in range(len(stripped))]
        text += stripped
    return text, places


def changed_span(before, after):
    """How many characters are the same at the beginning, and at the end."""
    most = min(len(before), len(after))
    first = 0
    while first < most and before[first] == after[first]:
        first += 1
    last = 0
    while last < most - first and before[-1 - last] == after[-1 - last]:
        last += 1
    return first, last


def replaced(lines, mutation):
    """The lines with `after` in the place of `before`; None if they don't
    begin with `before`."""
    before, after = mutation["before"], mutation["after"]
    for count in range(1, min(MOST_LINES, len(lines)) + 1):
        text, places = joined(lines[:count])
        if text == before and text:
            break
        if len(text) > len(before):
            return None
    else:
        return None
    first, last = changed_span(before, after)
    end = len(before) - last
    line, column = places[first] if first < len(places) else (
        places[-1][0], places[-1][1] + 1)
    if end > first:
        last_line, last_column = places[end - 1][0], places[end - 1][1] + 1
    else:
        last_line, last_column = line, column
    new = after[first:len(after) - last]
    if last_line > line and "//" in new:
        return None  # In one line, the comment would hide what comes after it.
    # The lines after the change must keep their numbers.
    changed = (lines[line][:column] + new + "\n" * (last_line - line) +
               lines[last_line][last_column:])
    return lines[:line] + [changed] + lines[last_line + 1:]


def apply(text, mutation):
    """The text of the source with the change; None if the source does not have
    the shown line, or the change is shown in the text of a macro."""
    if mutation["in_macro"]:
        return None
    lines = text.split("\n")
    head, rest = lines[:mutation["line"] - 1], lines[mutation["line"] - 1:]
    if not rest:
        return None
    if mutation["inserted"]:
        if joined(rest[:1])[0] != mutation["before"]:
            return None
        line, column = map(int, mutation["statement"].split(":"))
        if line == mutation["line"] and rest[0][:column - 1].strip(BLANKS):
            return None  # The statement is not the first thing in its line.
        # A user would add a line. Here the text is added to an existing line,
        # so that the lines after it keep their numbers. Macros such as `assert`
        # compile line numbers into the program.
        rest = [mutation["after"] + " " + rest[0]] + rest[1:]
    else:
        rest = replaced(rest, mutation)
        if rest is None:
            return None
    return "\n".join(head + rest)
