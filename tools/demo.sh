#!/bin/bash
# Shows what Pinstripe does, from a fresh checkout. Installs packages and builds
# Pinstripe. Then reduces a run of the example in Cleve and Zeller's paper
# (samples/01-sum-mul) to the statements that its output needs.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$root/tools/setup.sh"
configure release
build release pinstripe

pinstripe="$root/build/release/tools/pinstripe/pinstripe"
work="$root/build/demo"
rm -rf "$work"
cp -r "$root/samples/01-sum-mul" "$work"
cd "$work"
clang-19 -g -O0 sample.c -o sample

say
say "\$ cat in.txt"
cat in.txt
say "\$ ./sample < in.txt"
./sample <in.txt
say "\$ pinstripe reduce --stdin in.txt --keep 'sum = .*|mul = .*' -- ./sample"
"$pinstripe" reduce --stdin in.txt --keep 'sum = .*|mul = .*' -- ./sample
say
say "Your own program: build it with -g -O0, then"
say "  $pinstripe reduce --keep 'REGEX' -- ./program ARGUMENTS"
