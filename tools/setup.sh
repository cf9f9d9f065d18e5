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
libzstd-dev: compression of traces
libseccomp-dev: makes the filter of system calls for programs under test
libxbyak-dev: writes the machine code of hooks
zlib1g-dev: named by LLVM's build files
catch2: unit tests
python3: lit and the checks of JSON
python3-jsonschema: the schemas of JSON, for the tests
python3-pexpect: sessions in the debugger, for the tests
man-db: shows the man pages, for the tests
valgrind: addresses to compare with, for the tests
binutils: 32-bit programs for the tests
dpkg-dev: sources of programs that others wrote, for the tests
"

isInstalled() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missingPackages() {
  while IFS=: read -r package _; do
    if [ -n "$package" ] && ! isInstalled "$package"; then
      printf '%s\n' "$package"
    fi
  done <<<"$needed"
}

purposeOf() { sed -n "s/^$1: //p" <<<"$needed"; }

command -v dpkg-query >/dev/null ||
  die "this is not a Debian system; install LLVM, Clang and LLDB 19 with their" \
    "headers, CMake, ninja, Catch2 2, CLI11 and zstd by hand, then run cmake"

mapfile -t missing < <(missingPackages)
if [ ${#missing[@]} -eq 0 ]; then
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
  # Without a terminal, sudo would wait forever for a password; with -n it fails
  # instead.
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
# If the package lists can't all be updated, since a package source of this
# machine can't be reached, the setup goes on: Debian's own source is enough.
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
say "setup: done"
