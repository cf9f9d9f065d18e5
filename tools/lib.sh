# shellcheck shell=bash
# Shared by setup.sh, demo.sh and check.sh; to be sourced by bash.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: the output goes to LOG; its end is shown on failure.
quietly() {
  local log="$1"
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "this failed: $* (whole output: $log)"
  fi
}

# configure PRESET
configure() {
  say "configuring build/$1"
  quietly "$root/build/$1.configure.log" \
    cmake -S "$root" --preset "$1" -B "$root/build/$1"
}

# build PRESET [TARGET...]: ninja keeps its one line of progress on a terminal.
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
