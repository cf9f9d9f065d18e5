# shellcheck shell=bash
# Shared by setup.sh, demo.sh and check.sh; to be sourced by bash.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: writes the output to LOG and shows its end on failure.
quietly() {
  local log="$1"
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "this failed: $* (whole output: $log)"
  fi
}

# configure PRESET [OPTION...]
configure() {
  local preset="$1"
  shift
  say "configuring build/$preset"
  quietly "$root/build/$preset.configure.log" \
    cmake -S "$root" --preset "$preset" -B "$root/build/$preset" "$@"
}

# build PRESET [TARGET...]: on a terminal ninja shows its line of progress.
build() {
  local preset="$1"
  shift
  say "building build/$preset (the first time takes some minutes)"
  if [ -t 1 ]; then
    ninja -C "$root/build/$preset" "$@" || die "the build failed, see above"
  else
    quietly "$root/build/$preset.build.log" \
      ninja -C "$root/build/$preset" "$@"
  fi
}
