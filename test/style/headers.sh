#!/bin/bash
# headers.sh COMPILER LLVM-INCLUDES: each public header compiles alone, and
# names neither lldb:: nor clang::, whose headers are slow and private.
set -euo pipefail
failures=0
while IFS= read -r -d '' header; do
  "$1" -std=c++20 -fsyntax-only -fno-rtti -Wall -Werror -Wno-unused-parameter \
    -Iinclude -isystem "$2" -include "$header" -x c++ /dev/null || failures=$((failures + 1))
  if grep -nE '\b(lldb|clang)::|#include "(lldb|clang)/' "$header"; then
    echo "$header: names lldb or clang"
    failures=$((failures + 1))
  fi
done < <(find include -name '*.h' -print0)
exit $((failures > 0))
