#!/bin/bash
# explain.sh BUILD [VERB [OPTION...]]: explains each test that failed when ctest
# ran last in the folder BUILD. Prints annotations for GitHub, and stores JSON in
# BUILD/explained. Without a VERB, tests are reduced.
set -uo pipefail

build="$1"
shift
[ $# -gt 0 ] || set -- reduce
log="$build/Testing/Temporary/LastTestsFailed.log"
[ -s "$log" ] || { echo "no test has failed in $build"; exit 0; }
results="$build/explained"
mkdir -p "$results"

worst=0
# Each line has the number and the name of a test: `3:cart.total`.
while IFS=: read -r number name; do
  echo "::group::pinstripe ctest $name $*"
  pinstripe ctest "$name" --build-dir "$build" -o "$results/case-$number" \
    "$@" --json "$results/$number.json" --annotations github </dev/null
  status=$?
  echo "::endgroup::"
  case $status in
    0) ;;
    3) echo "::notice::$name is not the same from run to run" ;;
    4 | 5) echo "::notice::$name can't be explained; see the log" ;;
    *) worst=$status ;;
  esac
done <"$log"
exit "$worst"
