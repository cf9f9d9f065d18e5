"""debugger_session.py SCRIPT COMMAND...: types a session into a debugger.

Starts the command, which starts LLDB, in a terminal and does what the lines of
SCRIPT say; then ends the debugger. Prints what the terminal showed. The lines of
SCRIPT are:

  > COMMAND   types the command
  = REGEX     waits until the command before has shown this

After each command, a word is typed that is no command, and its error is awaited:
LLDB reports it when the command before is done. So the session waits for what
is shown and never for a time; the limit only ends a session that hangs. The exit
status is that of the debugger.
"""

import os
import re
import sys

import pexpect

HANGS = 600  # Seconds.


def main():
    with open(sys.argv[1]) as file:
        script = [line.rstrip("\n") for line in file if line.strip()]
    session = pexpect.spawn(sys.argv[2], sys.argv[3:], timeout=HANGS,
                            encoding="utf-8", codec_errors="replace",
                            dimensions=(50, 200),
                            env=dict(os.environ, TERM="dumb"))
    shown = []

    def wait(regex):
        session.expect(regex)
        shown.append(session.before + session.after)

    problem = ""
    line = "> settings set auto-confirm true"
    try:
        for number, line in enumerate([line] + script + ["> quit"]):
            if line[0] == "=":
                wait(line[2:])
                continue
            if number != 0:
                session.sendline("done-%d" % number)
                wait("'done-%d' is not a valid command" % number)
            session.sendline(line[2:])
        session.expect(pexpect.EOF)
        shown.append(session.before)
    except (pexpect.TIMEOUT, pexpect.EOF):
        shown.append(session.before or "")
        problem = "\n*** the session ends or hangs before: %s\n" % line
        session.close(force=True)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", "".join(shown))
    lines = [each for each in text.split("\n") if "done-" not in each]
    sys.stdout.write("\n".join(lines) + problem)
    session.close()
    sys.exit(1 if problem else session.exitstatus)


main()
