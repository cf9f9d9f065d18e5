#!/bin/bash
# format.sh CLANG-FORMAT
# Checks that all C++ files of the tool are in LLVM's format. The samples are
# left out, since programs under test may look as they like.
set -euo pipefail
find include lib tools test -name node_modules -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 "$1" --dry-run -Werror
