#!/bin/bash
# install.sh CMAKE BUILD SOURCE
# Installs the tool of BUILD to a scratch prefix, hides the folders BUILD and
# SOURCE, and works with what is installed.
set -euo pipefail
cmake=$1 build=$2 source=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/install/lib.sh
. "$here/lib.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$cmake" --install "$build" --component tool --strip --prefix "$scratch/prefix" \
  >"$scratch/log"
docs="$scratch/prefix/share/doc/pinstripe"
share="$scratch/prefix/share"
for file in man/man1/pinstripe.1 man/man1/pinstripe-reduce.1 \
  bash-completion/completions/pinstripe zsh/site-functions/_pinstripe \
  fish/vendor_completions.d/pinstripe.fish doc/pinstripe/README.md \
  doc/pinstripe/manual/schema/reduce.schema.json; do
  [ -s "$share/$file" ] || fail "$file is not installed"
done

python3 "$here/../manual/links.py" "$docs"/{README,SECURITY}.md \
  "$docs"/manual/*.md
page=$(MANPATH="$share/man" man pinstripe-reduce 2>&1) ||
  fail "man does not find pinstripe-reduce: $page"
grep -q 'REDUCE' <<<"$page" || fail "man shows another page: $page"

cp "$here/lib.sh" "$scratch"
# shellcheck disable=SC2016
without_folders "$build" "$source" -- bash -euc '
  . "$1/lib.sh"
  for file in "$2/CMakeCache.txt" "$3/README.md"; do
    [ ! -e "$file" ] || fail "$file is not hidden"
  done
  first_session "$1/prefix/bin" "$4" "$1/session"' \
  bash "$scratch" "$build" "$source" "$docs" ||
  fail "the installed tool does not work without the folder of the build"
