#!/bin/bash
# From nothing to all tests: sets up, builds with warnings as errors, runs the
# unit tests under sanitizers, then everything. ctest's summary is the verdict.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

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
build asan-ubsan "${unitTests[@]}"
say "unit tests under AddressSanitizer and UndefinedBehaviorSanitizer"
ctest --test-dir "$root/build/asan-ubsan" --output-on-failure -j "$(nproc)" \
  -R '^unit\.' -E '^unit\.(Execution|Driver|Analysis\.Clang)$'

configure dev
build dev
say "all tests"
ctest --test-dir "$root/build/dev" --output-on-failure -j "$(nproc)"
