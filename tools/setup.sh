#!/bin/bash
# Installs the packages that are needed to build, run and test Pinstripe on
# Debian 12, if they are missing. May be run any number of times.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Each line of this list has the name of a Debian package, and what the package
# is needed for.
needed="
clang-19: the compiler, and the headers that parse programs under test
llvm-19-dev: LLVM libraries (DWARF, machine code)
libclang-19-dev: Clang headers (statement units)
libclang-cpp19-dev: Clang as one shared library
lldb-19: lldb-server, which controls the program under test
liblldb-19-dev: LLDB headers and library (the engine)
llvm-19: llvm-strip and yaml2obj, for the tests
llvm-19-tools: FileCheck, lit, split-file, for the tests
libclang-rt-19-dev: the sanitizer runtimes, for the tests
clang-format-19: the format check
libc++-19-dev: the other C++ library whose objects are shown, for the tests
gcc: the other compiler that programs under test are built with
g++: the same for C++
libc6-dev: the C library's headers
cmake: the build
ninja-build: the build
ccache: faster rebuilds
libcli11-dev: command lines
libsqlite3-dev: the tests of a case
libtree-sitter-dev: parses inputs in programming languages
libzstd-dev: compression of traces
libvterm-dev: the screen of a terminal, for programs that a user controls
libxcb-xtest0-dev: presses keys and moves the mouse on a display
libxcb-record0-dev: records what a user does on a display
libxcb-res0-dev: tells the windows of one program from others
libxkbcommon-dev: the names of keys on a display
xvfb: the display on which programs with windows are replayed
libgit2-dev: reads revisions of git repositories
libseccomp-dev: makes the filter of system calls for programs under test
libxbyak-dev: writes the machine code of hooks
zlib1g-dev: named by LLVM's build files
git: makes repositories and applies patches, for the tests
catch2: unit tests
libgtest-dev: test programs whose failures are reduced, for the tests
tidy: a program that crashes on some pages, for the sessions of the manual
x11-apps: a calculator whose user's actions are reduced, for the tests
xdotool: plays the user of a display, for the tests
nano: an editor whose user's actions are reduced, for the tests
bc: a calculator that reads lines as a user edits them, the same
make: builds revisions of programs, for the tests
libopenmpi-dev: searches on many machines
openmpi-bin: mpirun, which starts them
python3: lit and the checks of JSON
python3-jsonschema: the schemas of JSON, for the tests
python3-pexpect: sessions in the debugger, for the tests
man-db: shows the man pages, for the tests
zsh: completes command lines, for the tests
fish: the same
lintian: checks the Debian packages, for the tests
mmdebstrap: makes bare Debian systems to install packages in, for the tests
uidmap: lets users who are not root make them, for the tests
valgrind: addresses to compare with, for the tests
binutils: 32-bit programs for the tests
nodejs: builds the page of reports
npm: fetches the libraries of that page, and grammars
chromium: the browser that the page is tried in
dpkg-dev: sources of programs that others wrote, for the tests
lcov: reads the exported coverage, for the tests
graphviz: draws the exported graphs, for the tests
python3-networkx: reads the exported graphs, for the tests
"

# Any installed Node.js that is new enough is accepted, not only Debian's.
hasNode() {
  local version
  version="$(node --version 2>/dev/null)" || return
  version="${version#v}"
  [ "${version%%.*}" -ge 18 ]
}

isInstalled() {
  case "$1" in
  nodejs) hasNode && return ;;
  npm) command -v npm >/dev/null && return ;;
  esac
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missingPackages() {
  while IFS=: read -r package _; do
    if [ -n "$package" ] && ! isInstalled "$package"; then
      printf '%s\n' "$package"
    fi
  done <<<"$needed"
}

# Fetches the libraries for the page of `pinstripe report`, in the versions of
# the lock file. Only this page needs the libraries, so a failure does not end
# the setup.
fetchLibraries() {
  local viewer="$root/tools/viewer"
  local installed="$viewer/node_modules/.package-lock.json"
  if [ "$installed" -nt "$viewer/package-lock.json" ]; then
    return
  fi
  say "setup: fetching the libraries of the page of reports (110 MB)"
  mkdir -p "$root/build"
  npm --prefix "$viewer" ci --no-audit --no-fund \
    >"$root/build/setup.npm.log" 2>&1 </dev/null ||
    say "setup: warning: \`npm ci\` in tools/viewer failed, see" \
      "build/setup.npm.log; \`pinstripe report\` is then built without its page"
}

# Fetches the grammars of tree-sitter that are compiled into the tool, in the
# versions of the lock file. Without the grammars, the tool only lacks `input
# --grammar LANGUAGE`.
fetchGrammars() {
  local grammars="$root/tools/grammars"
  local installed="$grammars/node_modules/.package-lock.json"
  if [ "$installed" -nt "$grammars/package-lock.json" ]; then
    return
  fi
  say "setup: fetching grammars of programming languages (12 MB)"
  mkdir -p "$root/build"
  npm --prefix "$grammars" ci --ignore-scripts --no-audit --no-fund \
    >"$root/build/setup.grammars.log" 2>&1 </dev/null ||
    say "setup: warning: \`npm ci\` in tools/grammars failed, see" \
      "build/setup.grammars.log; \`pinstripe input\` is then built without them"
}

purposeOf() { sed -n "s/^$1: //p" <<<"$needed"; }

# Fetches programs that read exported files, such as Microsoft's validator of
# SARIF. Some tests check the exports with these programs; without them, these
# tests are skipped.
fetchConsumers() {
  local from="$root/test/consumers" to="$root/build/consumers"
  if cmp -s "$from/package-lock.json" "$to/package-lock.json" &&
    [ -e "$to/node_modules/.package-lock.json" ]; then
    return
  fi
  say "setup: fetching programs that read exports, for the tests (60 MB)"
  mkdir -p "$to"
  cp "$from/package.json" "$from/package-lock.json" "$to"
  if npm --prefix "$to" ci --ignore-scripts --no-audit --no-fund \
    >"$root/build/setup.consumers.log" 2>&1 </dev/null; then
    chmod u+x "$to/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
  else
    say "setup: warning: \`npm ci\` in build/consumers failed, see" \
      "build/setup.consumers.log"
  fi
}

command -v dpkg-query >/dev/null ||
  die "this is not a Debian system; install LLVM, Clang and LLDB 19 with their" \
    "headers, CMake, ninja, Catch2 2, CLI11 and zstd by hand, then run cmake"

mapfile -t missing < <(missingPackages)
if [ ${#missing[@]} -eq 0 ]; then
  fetchLibraries
  fetchGrammars
  fetchConsumers
  say "setup: all packages are there"
  exit 0
fi

release="$(. /etc/os-release && printf '%s %s' "${ID:-?}" "${VERSION_ID:-?}")"
[ "$release" = "debian 12" ] ||
  die "the package names are those of Debian 12, and this is $release;" \
    "install what answers to: ${missing[*]}"

asRoot=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    die "missing packages need root to install; as root:" \
      "apt-get install ${missing[*]}"
  asRoot=(sudo)
  # Without a terminal, sudo can't ask for a password and would wait forever.
  # With -n it fails at once.
  [ -t 0 ] || asRoot=(sudo -n)
fi
aptGet() {
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

for package in "${missing[@]}"; do
  say "setup: installing $package ($(purposeOf "$package"))"
done
say "setup: updating the package lists"
# If a package source of this machine can't be reached, its package list is not
# updated. The setup goes on nevertheless, because Debian's own source is
# enough.
mkdir -p "$root/build"
aptGet update -o APT::Update::Error-Mode=any \
  >"$root/build/setup.update.log" 2>&1 ||
  say "setup: warning: not all package lists could be updated," \
    "see build/setup.update.log"
say "setup: downloading and unpacking (270 MB, 1.6 GB unpacked, if all is missing)"
quietly "$root/build/setup.install.log" \
  aptGet install -y --no-install-recommends "${missing[@]}"

mapfile -t missing < <(missingPackages)
[ ${#missing[@]} -eq 0 ] || die "still missing: ${missing[*]}"
fetchLibraries
fetchGrammars
fetchConsumers
say "setup: done"
