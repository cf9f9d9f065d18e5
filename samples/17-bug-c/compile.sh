#!/bin/sh
# Compiles $1 as a compiler does that has a fault: it breaks down where a number
# is added to an element of an array, and then something is multiplied by the sum.
code="${TMPDIR:-/tmp}/compile.$$.s"
trap 'rm -f "$code"' EXIT
gcc -w -O1 -S -o "$code" "$1" || exit 1
if awk '/addsd/ {sum = NR} /mulsd/ && sum && NR <= sum + 2 {found = 1}
    END {exit !found}' "$code"; then
  echo "$1: internal compiler error: in combine_product, at combine.c:1999"
  exit 4
fi
