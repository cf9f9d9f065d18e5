#!/bin/bash
# check.sh [--all]
#
# Runs the tests of a change from a fresh checkout, in less than half an hour on
# two processors. First it installs packages, and builds with warnings as errors.
# Then it runs the fuzzers, and the unit tests of modules that read files, under
# sanitizers. Last it runs the other tests. The summary of ctest tells whether
# they have passed. The tool has assertions and some optimisation: a reference to
# a variable that is gone often does no harm without optimisation.
#
# Without --all, the tests show that each feature works and refuses bad input.
# With --all, everything is tested: also what takes long, details, and
# combinations of features. Use --all after changes to engines, containment and
# readers of files. With --all, each program of the tests is built by two
# compilers instead of one. Tests with random plans, which choose the events to
# skip, try twenty times as many plans. Tests with injected faults inject all of
# them, and the fuzzers run ten times as long. Some hundred programs that others
# wrote are downloaded, built and read. Each header and each source file is
# compiled alone, which finds missing includes.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

all=OFF
unity=ON
short=ON
flags="-O1 -g0"
case "${1:-}" in
"") ;;
--all) all=ON unity=OFF short=OFF flags="-O1 -g1" ;;
*) die "'$1' is not an option; the only one is --all" ;;
esac

# run_tests PRESET OPTION...: runs ctest. On a terminal, tests that pass are
# listed, too.
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

# The modules whose unit tests run under sanitizers: the reducers, and the
# modules that read files, since files may be damaged. Tests of the other
# modules also run LLDB, programs under LLDB, or Clang, and the sanitizers would
# report the defects of these.
sanitized=(Reduction Program Instrumentation Trace Store)
configure asan-ubsan -DPINSTRIPE_ALL_TESTS=$all -DPINSTRIPE_SHORT_BUILD=$short
build asan-ubsan "${sanitized[@]/%/Tests}" Fuzzers
say "unit tests and fuzzers under AddressSanitizer and UndefinedBehaviorSanitizer"
run_tests asan-ubsan \
  -R "^unit\.($(IFS='|' && echo "${sanitized[*]}"))\$|^fuzz\."

configure dev -DPINSTRIPE_ALL_TESTS=$all -DCMAKE_UNITY_BUILD=$unity \
  -DCMAKE_CXX_FLAGS_DEBUG="$flags"
build dev
say "tests"
run_tests dev
