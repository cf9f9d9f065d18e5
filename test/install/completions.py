#!/usr/bin/env python3
"""completions.py FOLDER: asks bash, zsh and fish to complete command lines.

FOLDER has the generated completions. Each shell must offer verbs, options,
values of options, files and folders, and after `--` commands. Shells that are
not installed are an error, since tools/setup.sh installs them.
"""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(sys.argv[1]).resolve()

# Each case is a command line to be completed, the words that must be offered,
# and the words that must not be offered. The lines are completed in a folder
# with the entries of make_place().
CASES = [
    ("pinstripe ", ["reduce", "locate", "doctor"], ["--stdin", "in.txt"]),
    ("pinstripe red", ["reduce"], ["record"]),
    ("pinstripe he", ["help"], ["record"]),
    ("pinstripe help red", ["reduce"], ["record", "help"]),
    ("pinstripe reduce --fl", ["--flow"], ["--stdin"]),
    ("pinstripe reduce --flow ", ["trace", "guarded"], ["in.txt"]),
    ("pinstripe reduce --flow=gu", ["guarded"], ["trace"]),
    ("pinstripe reduce --granularity st", ["statement"], ["event"]),
    ("pinstripe reduce --engine n", ["native"], ["lldb"]),
    ("pinstripe reduce --stdin i", ["in.txt", "inner"], ["program"]),
    ("pinstripe record -o i", ["inner"], ["in.txt"]),
    ("pinstripe slice --k", ["--kind"], ["--flow"]),
    ("pinstripe doctor pro", ["program"], ["in.txt"]),
    ("pinstripe verify inn", ["inner"], ["in.txt"]),
    ("pinstripe reduce --flow trace -- md5s", ["md5sum"], ["--flow"]),
    ("pinstripe reduce -- ./pro", ["program"], ["in.txt"]),
    ("pinstripe reduce -- ./program i", ["in.txt"], ["--flow"]),
]


def make_place(folder):
    (folder / "inner").mkdir()
    (folder / "in.txt").write_text("1\n")
    (folder / "program").write_text("#!/bin/sh\n")
    (folder / "program").chmod(0o755)


def in_bash(line, folder):
    """Calls the function that bash calls when Tab is typed, with the words of
    the line split as bash splits them."""
    words = re.findall(r"=|[^ =]+", line) + ([""] if line[-1] == " " else [])
    quoted = " ".join("'%s'" % word for word in words)
    script = f"""
source '{FOLDER}/pinstripe.bash'
COMP_WORDS=({quoted})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
# In the output of `complete -p`, the name of the function comes after -F.
"$(complete -p pinstripe | sed 's/.* -F //; s/ .*//')"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return subprocess.run(["bash", "--norc", "-c", script], cwd=folder,
                          text=True, stdout=subprocess.PIPE, check=True).stdout


def in_fish(line, folder):
    script = f"source '{FOLDER}/pinstripe.fish'; complete -C '{line}'"
    environment = {**os.environ, "HOME": str(folder.parent), "TERM": "dumb"}
    return subprocess.run(["fish", "--no-config", "-c", script], cwd=folder,
                          env=environment, text=True, stdout=subprocess.PIPE,
                          check=True).stdout


def in_zsh(line, folder):
    """Types the line and Tab into a zsh at a pseudo terminal. Returns what zsh
    displays until a widget that is bound to the next key has run."""
    setup = f"""
fpath=('{FOLDER}' $fpath); autoload -Uz compinit; compinit -u -D
unsetopt automenu listambiguous; LISTMAX=0; PS1=''
finish() {{ print -r -- "<$BUFFER>END"; exit }}
zle -N finish; bindkey '^X' finish; print REA''DY
"""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        # zsh asks before it shows a list that is longer than the terminal.
        os.environ.update(TERM="vt100", HOME=str(folder.parent), LINES="100")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    seen = ""

    def read_until(text):
        nonlocal seen
        while text not in seen:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # The shell has ended.
                return
            seen += part.decode(errors="replace")

    os.write(terminal, setup.encode())
    read_until("READY")
    seen = ""
    os.write(terminal, line.encode() + b"\t\x18")
    read_until(">END")
    os.close(terminal)
    os.waitpid(child, 0)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)


def problems(shell, complete, folder):
    for line, wanted, unwanted in CASES:
        offered = complete(line, folder)
        # The text that zsh displays begins with the command line itself.
        words = set(re.findall(r"[\w./-]+", offered.replace(line, "", 1)))
        words |= {word.split("/")[-1] for word in words}
        words |= {word.strip("./") for word in words}
        for word in wanted:
            if word not in words:
                yield "%s: '%s' does not offer %s but:\n%s" % (
                    shell, line, word, offered)
        for word in unwanted:
            if word in words and word not in line:
                yield "%s: '%s' offers %s" % (shell, line, word)


def main():
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "place"
        folder.mkdir()
        make_place(folder)
        for shell, complete in (("bash", in_bash), ("fish", in_fish),
                                ("zsh", in_zsh)):
            found += problems(shell, complete, folder)
    return "\n".join(found) or 0


sys.exit(main())
