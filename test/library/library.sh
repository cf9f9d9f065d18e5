#!/bin/bash
# library.sh CMAKE BUILD SAMPLE SCRATCH CC CXX
# Installs the library of BUILD to a prefix in SCRATCH, builds the sample with
# nothing else of Pinstripe, and runs it.
set -euo pipefail
cmake=$1 build=$2 sample=$3 scratch=$4 cc=$5 cxx=$6
rm -rf "$scratch/prefix" "$scratch/sample" "$scratch/source"
"$cmake" --install "$build" --component library --prefix "$scratch/prefix"
# The headers of the checkout must be out of sight.
cp -r "$sample" "$scratch/source"
"$cmake" -S "$scratch/source" -B "$scratch/sample" -G Ninja \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx"
"$cmake" --build "$scratch/sample" -j1
output=$("$scratch/sample/reduce-string")
echo "$output"
[ "$output" = "()" ]
