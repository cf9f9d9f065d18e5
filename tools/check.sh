#!/bin/bash
# From nothing to all tests: sets up, builds with warnings as errors, runs the
# unit tests under sanitizers, then everything. ctest's summary is the verdict.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# run_tests PRESET OPTION...: without a terminal, what passes has no lines.
run_tests() {
  local preset="$1"
  shift
  local command=(ctest --test-dir "$root/build/$preset" --output-on-failure
    -j "$(nproc)" "$@")
  if [ -t 1 ]; then
    "${command[@]}"
  else
    "${command[@]}" | grep -vE '^ *Start +[0-9]+:|\bPassed +[0-9.]+ sec$'
  fi
}

"$root/tools/setup.sh"

# LLDB and the programs it controls are no subject for the sanitizers, nor is
# Clang: what runs in their process is tested by the plain build.
unitTests=()
for folder in "$root"/test/unit/*/CMakeLists.txt; do
  module="$(basename "$(dirname "$folder")")"
  case "$module" in
  Execution | Driver) ;;
  *) unitTests+=("${module}Tests") ;;
  esac
done
configure asan-ubsan
build asan-ubsan "${unitTests[@]}" Fuzzers
say "unit tests under AddressSanitizer and UndefinedBehaviorSanitizer"
run_tests asan-ubsan -R '^unit\.' \
  -E '^unit\.(Execution|Driver|Analysis\.Clang)$'
say "some thousand runs of each fuzzer"
run_tests asan-ubsan -L fuzz

configure dev
build dev
say "all tests"
run_tests dev
