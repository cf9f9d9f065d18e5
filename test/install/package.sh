#!/bin/bash
# package.sh CPACK BUILD SOURCE
# Makes the Debian packages of what is built in BUILD, checks them with lintian,
# unpacks them, and works with what is unpacked.
set -euo pipefail
cpack=$1 build=$2 source=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/install/lib.sh
. "$here/lib.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make_packages "$cpack" "$build" "$scratch"
packages=("$scratch"/pinstripe_*_amd64.deb "$scratch"/pinstripe-dev_*_amd64.deb)

lintian --allow-root --fail-on error,warning "${packages[@]}" ||
  fail "lintian finds errors"

depends=$(dpkg-deb -f "${packages[0]}" Depends | tr ',' '\n')
for wanted in lldb-19 libclang-common-19-dev libclang-cpp19 liblldb-19 \
  libllvm19 libsqlite3-0 libstdc++6 libc6; do
  grep -qE "^ *${wanted//+/\\+}( |\$)" <<<"$depends" ||
    fail "pinstripe does not depend on $wanted"
done
# The package pinstripe-dev must depend on the packages with the libraries that
# another program needs when it is linked with Pinstripe.
depends=$(dpkg-deb -f "${packages[1]}" Depends)
for wanted in llvm-19-dev libclang-19-dev liblldb-19-dev libsqlite3-dev; do
  grep -q "$wanted" <<<"$depends" ||
    fail "pinstripe-dev does not depend on $wanted"
done
version=$("$build/tools/pinstripe/pinstripe" --version)
[ "pinstripe $(dpkg-deb -f "${packages[0]}" Version)" = "$version" ] ||
  fail "the package is not of the version of $version"

root="$scratch/root"
for package in "${packages[@]}"; do
  dpkg-deb -x "$package" "$root"
done
for file in man/man1/pinstripe.1.gz man/man1/pinstripe-reduce.1.gz \
  zsh/vendor-completions/_pinstripe bash-completion/completions/pinstripe \
  fish/vendor_completions.d/pinstripe.fish doc/pinstripe/copyright \
  doc/pinstripe/changelog.gz doc/pinstripe-dev/samples/library/main.cpp; do
  [ -s "$root/usr/share/$file" ] || fail "$file is not in a package"
done
# The sample that is in the package is built with the library that is in the
# package.
cmake -S "$root/usr/share/doc/pinstripe-dev/samples/library" \
  -B "$scratch/library" -G Ninja -DCMAKE_PREFIX_PATH="$root/usr" \
  -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
  >"$scratch/library.log" 2>&1 &&
  cmake --build "$scratch/library" >>"$scratch/library.log" 2>&1 || {
  cat "$scratch/library.log"
  fail "the sample does not build with the packaged library"
}
[ "$("$scratch/library/reduce-string")" = "()" ] ||
  fail "the sample that uses the packaged library does not work"

sections=$(readelf -S "$root/usr/bin/pinstripe")
grep -qF '.text' <<<"$sections" || fail "readelf shows no section .text"
! grep -qF '.symtab' <<<"$sections" || fail "the program is not stripped"

# shellcheck disable=SC2016
without_folders "$build" "$source" -- bash -euc '
  . "$1/lib.sh"
  first_session "$1/root/usr/bin" "$1/root/usr/share/doc/pinstripe" "$1/work"' \
  bash "$scratch" ||
  fail "the unpacked tool does not work without the folder of the build"
