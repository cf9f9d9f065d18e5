#!/bin/bash
# as_nobody.sh ADVERSARY OPTION... PROGRAM: the test by a user who may do nothing
# special, in a folder of that user's own. Only for root; whoever else calls has
# run the same test already.
set -euo pipefail
if [ "$(id -u)" != 0 ]; then
  echo "only for root"
  exit 77
fi
adversary=$1
program=${*: -1}
options=("${@:2:$#-2}")
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
sources=$(dirname "$(realpath "$0")")/programs
if ! "${nobody[@]}" test -r "$sources/guard.h"; then
  echo "$sources: not for everyone to read"
  exit 77
fi
folder=$(mktemp -d /var/tmp/pinstripe-adversary.XXXXXX)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/world"
cp "$adversary" "$program" "$folder"
chown -R 65534:65534 "$folder"
env HOME="$folder" "${nobody[@]}" "$folder/$(basename "$adversary")" \
  "${options[@]}" --folder "$folder/world" "$folder/$(basename "$program")"
