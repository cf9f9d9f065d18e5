# shellcheck shell=bash
# Functions of setup.sh, demo.sh and check.sh, which source this file in bash.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: runs COMMAND with its output in LOG, and prints the
# end of LOG if COMMAND fails.
quietly() {
  local log="$1"
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "this failed: $* (whole output: $log)"
  fi
}

# configure PRESET [OPTION...]: runs cmake for the build folder build/PRESET.
configure() {
  local preset="$1"
  shift
  say "configuring build/$preset"
  quietly "$root/build/$preset.configure.log" \
    cmake -S "$root" --preset "$preset" -B "$root/build/$preset" "$@"
}

# build PRESET [TARGET...]: runs ninja in build/PRESET. On a terminal, ninja
# shows its line of progress.
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
