#!/bin/bash
# fetch.sh [--packed] FOLDER [PACKAGE=VERSION...]: unpacks the sources of real
# programs to FOLDER/src, those that the benchmark and the comparison of engines
# use unless others are named. With --packed, only the archives go there.
#
# They come from the source packages of the system's own package list, read
# with a private configuration of apt: nothing of the system is changed. Needs
# dpkg-dev.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../tools/lib.sh"

packed=
if [ "${1:-}" = --packed ]; then
  packed=yes
  shift
fi
[ $# -ge 1 ] ||
  die "usage: fetch.sh [--packed] FOLDER [PACKAGE=VERSION...]"
folder="$(mkdir -p "$1" && cd "$1" && pwd)"
shift

# Each line has the name of a source package and its version in Debian 12.
packages="
dash 0.5.12-2
mawk 1.3.4.20200120-3.1
bzip2 1.0.8-5
lua5.4 5.4.4-3+deb12u1
hunspell 1.7.1-1
ninja-build 1.11.1-2~deb12u1
"
[ $# -eq 0 ] || packages="$(printf '%s\n' "${@/=/ }")"

command -v dpkg-source >/dev/null || die "dpkg-source is missing; install dpkg-dev"

configuration="$folder/apt"
mkdir -p "$configuration/sources" "$configuration/lists/partial" \
  "$configuration/archives/partial" "$folder/src"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  if [ -f "$list" ]; then
    sed -n 's/^deb /deb-src /p' "$list" \
      >"$configuration/sources/$(basename "$list")"
  fi
done
for list in /etc/apt/sources.list.d/*.sources; do
  if [ -f "$list" ]; then
    sed 's/^Types:.*/Types: deb-src/' "$list" \
      >"$configuration/sources/$(basename "$list")"
  fi
done
cat >"$configuration/apt.conf" <<END
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$configuration/sources";
Dir::State::Lists "$configuration/lists";
Dir::Cache "$configuration";
Dir::Cache::archives "$configuration/archives";
APT::Sandbox::User "";
END
export APT_CONFIG="$configuration/apt.conf"

say "fetch: reading the list of source packages"
quietly "$folder/fetch.update.log" apt-get -q update
cd "$folder/src"
while read -r package version; do
  if [ -n "$package" ] && ! compgen -G "$package-*/" >/dev/null; then
    say "fetch: $package $version"
    quietly "$folder/fetch.$package.log" \
      apt-get -q --download-only source "$package=$version"
    [ -z "$packed" ] || continue
    # Debian's patches are not applied, since autoconf would have to run again
    # after them.
    quietly "$folder/fetch.$package.log" dpkg-source --skip-patches -x \
      "${package}_${version#*:}.dsc"
  fi
done <<<"$packages"
