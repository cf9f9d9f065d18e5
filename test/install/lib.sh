# shellcheck shell=bash
# Functions of the tests of the installed tool.

# The tests compare what the tool prints to a pipe. These variables would make
# the tool add escape codes.
unset CLICOLOR_FORCE FORCE_HYPERLINK

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# without_folders FOLDER... -- COMMAND...: runs COMMAND where the FOLDERs are
# empty, in a mount namespace of its own.
without_folders() {
  local hidden=()
  while [ "$1" != -- ]; do
    hidden+=("$1")
    shift
  done
  shift
  # shellcheck disable=SC2016
  unshare --map-root-user --mount bash -euc '
    count=$1; shift
    for ((; count > 0; --count)); do
      mount -t tmpfs none "$1"; shift
    done
    exec "$@"' bash ${#hidden[@]} "${hidden[@]}" "$@"
}

# make_packages CPACK BUILD SCRATCH: makes the Debian packages of what is built
# in BUILD. Puts the packages, and a copy of this file, into SCRATCH.
make_packages() {
  cp "${BASH_SOURCE[0]}" "$3"
  (cd "$3" && "$1" -G DEB --config "$2/CPackConfig.cmake" -B "$3") \
    >"$3/cpack.log" 2>&1 || {
    cat "$3/cpack.log"
    fail "cpack fails"
  }
}

# first_session BIN DOCS SCRATCH: runs the first session of README.md with the
# tool in BIN and the samples in DOCS, in the empty folder SCRATCH, and checks
# what it prints.
first_session() {
  local bin=$1 docs=$2 scratch=$3 output
  export XDG_CACHE_HOME="$scratch/cache"
  mkdir -p "$scratch"
  cp -r "$docs/samples/01-sum-mul" "$scratch"
  cd "$scratch/01-sum-mul"
  echo 0 5 >in.txt
  clang-19 -g -O0 sample.c -o sample
  output=$("$bin/pinstripe" reduce --stdin in.txt --keep 'sum = .*|mul = .*' \
    -- ./sample)
  printf '%s\n' "$output"
  for line in '34 executed statement instances, 15 critical (1-minimal)' \
    '● #2-6 of 6   13 │     sum = sum + a;' '39 tests: 9 reproduced'; do
    grep -qF "$line" <<<"$output" || fail "the session does not print: $line"
  done
  # The LLDB engine needs lldb-server, and parsing C++ needs clang's own
  # headers. So this checks that both are installed.
  output=$("$bin/pinstripe" slice --engine lldb)
  grep -q '^34 executed statement instances' <<<"$output" ||
    fail "slice prints: $output"
  output=$("$bin/pinstripe" doctor ./sample) || fail "doctor finds: $output"
}
