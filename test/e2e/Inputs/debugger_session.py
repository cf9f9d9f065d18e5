"""debugger_session.py SCRIPT COMMAND...: types a session into a debugger.

Starts the command, which starts LLDB, in a terminal and does what the lines of
SCRIPT say; then ends the debugger. Prints what the terminal showed, without
control characters. The lines of SCRIPT are:

  > COMMAND   types the command when LLDB asks for one
  = REGEX     waits until this is shown; the next command is typed without
              waiting for another prompt

The session waits for what is shown and never for a time: the limit only ends a
session that hangs. The exit status is that of the debugger.
"""

import re
import sys

import pexpect

HANGS = 600  # Seconds.
PROMPT = "(lldb) "


def main():
    with open(sys.argv[1]) as file:
        script = [line.rstrip("\n") for line in file if line.strip()]
    session = pexpect.spawn(sys.argv[2], sys.argv[3:], timeout=HANGS,
                            encoding="utf-8", codec_errors="replace",
                            dimensions=(50, 200))
    shown = []
    isAsked = False

    def wait(what, isRegex):
        if isRegex:
            session.expect(what)
        else:
            session.expect_exact(what)
        shown.append(session.before + session.after)

    try:
        for line in script + ["> quit"]:
            kind, rest = line[0], line[2:]
            if kind == "=":
                wait(rest, True)
                isAsked = True
                continue
            if not isAsked:
                wait(PROMPT, False)
            session.sendline(rest)
            isAsked = False
        session.expect(pexpect.EOF)
        shown.append(session.before)
        problem = ""
    except (pexpect.TIMEOUT, pexpect.EOF):
        shown.append(session.before or "")
        problem = "\n*** the session does not show: %s\n" % line
        session.close(force=True)
    text = "".join(shown).replace("\r\n", "\n")
    # What moves the cursor, and what it has moved over.
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    sys.stdout.write(text.replace("\r", "\n") + problem)
    session.close()
    sys.exit(1 if problem else session.exitstatus)


main()
