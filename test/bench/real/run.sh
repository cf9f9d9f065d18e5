#!/bin/bash
# run.sh FOLDER BUILD [PROGRAM...]: for each of the real programs and both
# compilers, checks the native engine (realProgram) and reduces one line of
# the output. Prints the table; keeps the raw results in FOLDER/results.
# FOLDER is that of fetch.sh and build.sh, BUILD a build folder of ours. From
# the environment: RANDOM_PLANS, REDUCE_LIMIT (seconds), FAMILIES (compilers).
#
# Everything runs in a sandbox: read-only root, no network. Needs bubblewrap.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../tools/lib.sh"

[ $# -ge 2 ] || die "usage: run.sh FOLDER BUILD [PROGRAM...]"
folder="$(cd "$1" && pwd)"
build="$(cd "$2" && pwd)"
shift 2
programs=" ${*:-dash mawk bzip2 lua hunspell ninja} "
here="$root/test/bench/real"
random="${RANDOM_PLANS:-500}"
limit="${REDUCE_LIMIT:-900}"
command -v bwrap >/dev/null || die "bwrap is missing; install bubblewrap"
mkdir -p "$folder/results"

# box WORK COMMAND... runs COMMAND in a sandbox that can only write to WORK.
box() {
  local work="$1"
  shift
  bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp \
    --ro-bind "$folder" "$folder" --bind "$work" "$work" \
    --ro-bind "$build" "$build" --unshare-net --die-with-parent \
    --chdir "$work" "$@"
}

# one PROGRAM FAMILY INPUT KEEP ARGUMENTS... checks and reduces one program.
one() {
  local program="$1" family="$2" input="$3" keep="$4"
  shift 4
  local built="$folder/build/$family/$program" standardInput=()
  local results="$folder/results/$program-$family"
  local work="$folder/runs/$program-$family"
  rm -rf "$work"
  mkdir -p "$work" "$results"
  cp -r "$here/inputs/$program/." "$work"
  [ -z "$input" ] || standardInput=(--stdin "$input")
  say "real: $program by $family" >&2
  box "$work" "$build/tools/pinstripe/pinstripe" units --patches \
    -p "$built" "$built/$program" >"$results/patches" 2>"$results/patches.err" ||
    say "real: units fails, see $results/patches.err" >&2
  box "$work" "$build/test/bench/realProgram" -p "$built" --random "$random" \
    "${standardInput[@]}" -- "$built/$program" "$@" \
    >"$results/engine.json" 2>"$results/engine.err" ||
    say "real: the engine fails, see $results/engine.err" >&2
  # The reduction is stopped as by Ctrl-C, so that the best result so far is
  # written. Without --foreground, timeout would send two signals, one of them
  # to its process group, and the second signal ends the tool at once.
  box "$work" timeout --foreground -s INT "$limit" \
    "$build/tools/pinstripe/pinstripe" reduce --keep "$keep" -p "$built" \
    --json "$work/reduce.json" -o "$work/case" "${standardInput[@]}" \
    -- "$built/$program" "$@" \
    >"$results/reduce.out" 2>"$results/reduce.err" ||
    say "real: reduce ends with $? (124: time was up)," \
      "see $results/reduce.err" >&2
  if [ -f "$work/reduce.json" ]; then
    cp "$work/reduce.json" "$results/reduce.json"
  fi
}

while IFS='|' read -r program input keep arguments; do
  case "$programs" in *" $program "*) ;; *) continue ;; esac
  read -r -a words <<<"$arguments"
  for family in ${FAMILIES:-clang gcc}; do
    one "$program" "$family" "$input" "$keep" "${words[@]}" </dev/null
  done
done < <(grep -v '^#' "$here/cases")
"$here/table.py" "$folder"
