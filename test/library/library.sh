#!/bin/bash
# library.sh CMAKE BUILD SAMPLE SCRATCH CC CXX PROGRAM
# Installs the library of BUILD to a prefix in SCRATCH. Builds the sample, and a
# program that uses all modules, with nothing else of Pinstripe. Runs both; the
# second one lists the statements of PROGRAM.
set -euo pipefail
cmake=$1 build=$2 sample=$3 scratch=$4 cc=$5 cxx=$6 program=$7
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rm -rf "$scratch/prefix" "$scratch"/{reduce-string,list-units}*
"$cmake" --install "$build" --component library --prefix "$scratch/prefix"

# build NAME SOURCE: builds a copy of SOURCE in a place where the headers of the
# checkout can't be found by accident.
build() {
  cp -r "$2" "$scratch/$1.source"
  "$cmake" -S "$scratch/$1.source" -B "$scratch/$1" -G Ninja \
    -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx"
  "$cmake" --build "$scratch/$1" -j1
}

build reduce-string "$sample"
output=$("$scratch/reduce-string/reduce-string")
echo "$output"
[ "$output" = "()" ]

build list-units "$here/modules"
output=$("$scratch/list-units/list-units" "$program")
echo "$output"
grep -q 'condition      while (a <= b)' <<<"$output"
grep -q '^LLVM: ' <<<"$output"

# Only versions with the same minor number are compatible.
for version in 0.0 0.2 1.0; do
  mkdir -p "$scratch/reduce-string.other"
  sed "s/find_package(Pinstripe [0-9.]*/find_package(Pinstripe $version/" \
    "$sample/CMakeLists.txt" >"$scratch/reduce-string.other/CMakeLists.txt"
  cp "$sample/main.cpp" "$scratch/reduce-string.other"
  if "$cmake" -S "$scratch/reduce-string.other" -B "$scratch/reduce-string.none" \
    -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" >"$scratch/reduce-string.log" 2>&1; then
    echo "version $version was found" && exit 1
  fi
  grep -q 'compatible with requested version' "$scratch/reduce-string.log"
done
