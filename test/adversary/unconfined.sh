#!/bin/bash
# unconfined.sh BWRAP ADVERSARY PROGRAM: lets the program do its worst to a
# sandbox. The suite must say what it has noticed, unless it was a victim itself.
# By nobody where root calls: the limit of processes does not hold for root.
set -uo pipefail
as_user=()
if [ "$(id -u)" = 0 ]; then
  as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
  if ! "${as_user[@]}" test -x "$2" -a -x "$3"; then
    echo "$2, $3: not for everyone to execute"
    exit 77
  fi
fi
here=$(dirname "$(realpath "$0")")
built=$(dirname "$(realpath "$2")")
output=$("${as_user[@]}" prlimit --nproc=200 --fsize=200000000 "$1" \
  --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp \
  --ro-bind "$here" "$here" --ro-bind "$built" "$built" \
  --size 500000000 --tmpfs /var/tmp --unshare-all --uid 0 --gid 0 --die-with-parent \
  --chdir /var/tmp timeout -k 5 3000 \
  "$2" --unconfined 1 --runs 200 "$3" 2>&1)
status=$?
echo "$output"
echo "status $status"
[ $status = 1 ] &&
  grep -qE '^adversary: (random plan [0-9]+|the end of the engine): ' <<<"$output"
