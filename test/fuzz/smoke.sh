#!/bin/bash
# smoke.sh FUZZER FOLDER SEEDS RUNS [OPTION...]: the same runs whenever it is
# called, so without what depends on addresses. What is found goes to
# FOLDER/found; an input that is no good to FOLDER.
set -euo pipefail
fuzzer="$1" folder="$2" seeds="$3" runs="$4"
shift 4
name="$(basename "$fuzzer")"
found="$folder/found/$name"
rm -rf "$found"
mkdir -p "$found"
fixed=(setarch "$(uname -m)" --addr-no-randomize)
"${fixed[@]}" true 2>/dev/null || fixed=() # some containers forbid it
exec "${fixed[@]}" "$fuzzer" -runs="$runs" -seed=1 -use_cmp=0 -timeout=10 \
  -rss_limit_mb=2048 -artifact_prefix="$folder/$name-" "$@" \
  "$found" "$folder/seeds/$seeds"
