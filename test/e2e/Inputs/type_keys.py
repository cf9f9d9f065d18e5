"""type_keys.py COLUMNSxROWS SCRIPT COMMAND...: types keys into a program.

Starts the command in a terminal of this size and does what the lines of SCRIPT
say:

  > TEXT    types the text, in which \\r, \\x1b and the like are escapes
  = REGEX   waits until the program has shown this
  @ COLUMNSxROWS  gives the terminal another size

Prints what the terminal showed. Waits for what is shown and never for a time; the
limit only ends a session that hangs. The exit status is that of the command.
"""

import os
import sys

import pexpect

HANGS = 600  # Seconds.


def size(text):
    columns, rows = text.split("x")
    return int(rows), int(columns)


def main():
    with open(sys.argv[2]) as file:
        script = [line.rstrip("\n") for line in file if line.strip()]
    session = pexpect.spawn(sys.argv[3], sys.argv[4:], timeout=HANGS,
                            dimensions=size(sys.argv[1]), echo=False,
                            env=dict(os.environ, TERM="xterm"))
    session.delaybeforesend = None
    shown = b""
    for line in script:
        action, text = line[0], line[2:]
        if action == ">":
            session.send(text.encode().decode("unicode_escape").encode("latin-1"))
        elif action == "@":
            session.setwinsize(*size(text))
        else:
            session.expect(text)
            shown += session.before + session.after
    session.expect(pexpect.EOF)
    shown += session.before
    sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
    session.close()
    return session.exitstatus if session.exitstatus is not None else 128


sys.exit(main())
