#!/bin/bash
# fetch.sh FOLDER: unpacks the programs with the defects of cases/*.json to
# FOLDER/src, and a yacc, which one of them needs, to FOLDER/tools. Nothing of
# the system is changed.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../tools/lib.sh"

[ $# -eq 1 ] || die "usage: fetch.sh FOLDER"
folder="$(mkdir -p "$1" && cd "$1" && pwd)"

# The versions are those of Debian 12. Some of the defects no longer exist in
# later versions.
"$root/test/bench/real/fetch.sh" "$folder" \
  busybox=1:1.35.0-4+deb12u1 \
  cmark=0.30.2-6 \
  hunspell=1.7.1-1 \
  lua5.4=5.4.4-3+deb12u1 \
  mujs=1.3.2-1 \
  ninja-build=1.11.1-2~deb12u1 \
  original-awk=2022-09-12-1 \
  tidy-html5=2:5.6.0-11 \
  yaml-cpp=0.7.0+dfsg-8

if [ ! -e "$folder/tools/usr/bin/byacc" ]; then
  say "fetch: byacc"
  mkdir -p "$folder/tools"
  cd "$folder/tools"
  quietly "$folder/fetch.byacc.log" apt-get -q download byacc
  dpkg-deb -x byacc_*.deb .
fi
