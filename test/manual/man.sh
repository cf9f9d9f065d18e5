#!/bin/bash
# man.sh FOLDER: fails if man can't show the man pages in FOLDER, or warns.
set -euo pipefail

pages=("$1"/*.1)
[ ${#pages[@]} -eq 26 ] || { echo "${#pages[@]} man pages in $1"; exit 1; }
for page in "${pages[@]}"; do
  text="$(MANWIDTH=80 man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null)"
  [ -z "$text" ] || { echo "$page: $text"; exit 1; }
  for section in NAME SYNOPSIS "EXIT STATUS" "SEE ALSO"; do
    MANWIDTH=80 man -l "$page" 2>/dev/null | grep -q "^$section" ||
      { echo "$page: no section $section"; exit 1; }
  done
done
