#!/bin/bash
# smoke.sh FUZZER FOLDER SEEDS RUNS [OPTION...]: makes the same RUNS runs at each
# call, so nothing may depend on addresses. Inputs that reach new code go to
# FOLDER/found, an input that shows a defect to FOLDER.
set -euo pipefail
fuzzer="$1" folder="$2" seeds="$3" runs="$4"
shift 4
name="$(basename "$fuzzer")"
found="$folder/found/$name"
rm -rf "$found"
mkdir -p "$found"
fixed=(setarch "$(uname -m)" --addr-no-randomize)
"${fixed[@]}" true 2>/dev/null || fixed=() # Some containers forbid setarch.
exec "${fixed[@]}" "$fuzzer" -runs="$runs" -seed=1 -use_cmp=0 -timeout=600 \
  -rss_limit_mb=2048 -artifact_prefix="$folder/$name-" "$@" \
  "$found" "$folder/seeds/$seeds"
