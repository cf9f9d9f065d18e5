#!/bin/bash
# Compiles, and notes the command for compile_commands.json if DATABASE names
# the file. As cxx.sh, the C++ compiler.
set -euo pipefail
case "$(basename "$0")" in
cxx.sh) compiler="$REAL_CXX" ;;
*) compiler="$REAL_CC" ;;
esac

quoted() {
  local text="${1//\\/\\\\}"
  printf '"%s"' "${text//\"/\\\"}"
}

arguments="$(quoted "$compiler")"
source=
compiles=
for argument in "$@"; do
  arguments+=", $(quoted "$argument")"
  case "$argument" in
  -c) compiles=yes ;;
  -*) ;;
  *.c | *.cc | *.cxx | *.cpp) source="$argument" ;;
  esac
done
if [ -n "${DATABASE:-}" ] && [ -n "$compiles" ] && [ -n "$source" ]; then
  printf '{"directory": %s, "file": %s, "arguments": [%s]},\n' \
    "$(quoted "$PWD")" "$(quoted "$source")" "$arguments" >>"$DATABASE"
fi
exec "$compiler" "$@"
