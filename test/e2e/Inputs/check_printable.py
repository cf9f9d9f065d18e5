"""check_printable.py STATUS COMMAND...

Runs the command, which must end with this status. What it prints must be UTF-8
without control characters other than line ends. Prints it again for FileCheck.
"""

import subprocess
import sys
import unicodedata

status, *command = sys.argv[1:]
ended = subprocess.run(command, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
try:
    text = ended.stdout.decode("utf-8", "strict")
except UnicodeDecodeError as error:
    sys.exit("%s: not UTF-8: %s" % (command, error))
for line in text.split("\n"):
    for character in line:
        if unicodedata.category(character) in ("Cc", "Cf"):
            sys.exit("%s: prints %r in the line %r" % (command, character, line))
print(text, end="")
if ended.returncode != int(status):
    sys.exit("%s: ended with status %d" % (command, ended.returncode))
