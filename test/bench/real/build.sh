#!/bin/bash
# build.sh FOLDER [PROGRAM...]: builds the real programs of FOLDER/src with
# both compilers, -g -O0, to FOLDER/build/{clang,gcc}/PROGRAM/PROGRAM, each
# with its compile_commands.json. Sources are copied, so that both builds may
# generate files in them. REAL_FLAGS has more flags, such as -gdwarf-4.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../tools/lib.sh"

[ $# -ge 1 ] || die "usage: build.sh FOLDER [PROGRAM...]"
folder="$(cd "$1" && pwd)"
shift
programs=(dash mawk bzip2 lua hunspell ninja)
[ $# -eq 0 ] || programs=("$@")
flags="-g -O0 ${REAL_FLAGS:-}"

# compile COMPILER OUTPUT FLAGS... -- LIBRARIES... -- SOURCES...: by hand, for
# programs whose build system needs more than a compiler.
compile() {
  local compiler="$1" output="$2" options=() libraries=() objects=() source
  shift 2
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  while [ "$1" != -- ]; do
    libraries+=("$1")
    shift
  done
  shift
  for source in "$@"; do
    # shellcheck disable=SC2086
    "$compiler" $flags "${options[@]}" -c "$source" -o "$source.o"
    objects+=("$source.o")
  done
  "$compiler" "${objects[@]}" -o "$output" "${libraries[@]}"
}

buildDash() {
  ./configure CC="$CC" CFLAGS="$flags" --disable-fnmatch --disable-lineno \
    --disable-glob
  make
  cp src/dash dash
}

buildMawk() {
  ./configure CC="$CC" CFLAGS="$flags"
  make mawk
}

buildBzip2() {
  compile "$CC" bzip2 -D_FILE_OFFSET_BITS=64 -- -- bzip2.c blocksort.c \
    huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c
}

# Lua seeds its hash tables with the time. This is changed, since all runs must
# be alike.
buildLua() {
  compile "$CC" lua "-std=gnu99" -DLUA_COMPAT_5_3 -DLUA_USE_POSIX \
    "-Dluai_makeseed(L)=0" -- -lm -- src/l{api,code,ctype,debug,do}.c \
    src/l{dump,func,gc,lex,mem,object,opcodes,parser,state,string}.c \
    src/l{table,tm,undump,vm,zio,auxlib,baselib,corolib,dblib}.c \
    src/l{iolib,mathlib,oslib,strlib,tablib,utf8lib}.c \
    src/{loadlib,linit,lua}.c
}

# Hunspell searches until some time has passed on the clock. This is changed,
# since all runs must be alike.
buildHunspell() {
  sed -i 's/^#define TIMELIMIT.*(CLOCKS_PER_SEC.*/& * 10000/' \
    src/hunspell/atypes.hxx
  printf '#define %s 1\n' HAVE_ICONV HAVE_LOCALE_H HAVE_LANGINFO_H >config.h
  printf '#define ICONV_CONST\n#define PACKAGE "hunspell"\n' >>config.h
  printf '#define %s "1.7.1"\n' VERSION PACKAGE_VERSION >>config.h
  compile "$CXX" hunspell -DHUNSPELL_STATIC -DHAVE_CONFIG_H -I. \
    -Isrc/hunspell -Isrc/parsers -- -- src/hunspell/*.cxx \
    src/parsers/{first,xml,html,latex,man,odf,text}parser.cxx \
    src/tools/hunspell.cxx
}

buildNinja() {
  compile "$CXX" ninja -std=c++14 -- -- src/{build_log,build,clean}.cc \
    src/{clparser,dyndep,dyndep_parser,debug_flags,deps_log}.cc \
    src/{disk_interface,edit_distance,eval_env,graph,graphviz,json}.cc \
    src/{line_printer,manifest_parser,metrics,missing_deps,parser}.cc \
    src/{state,status,string_piece_util,util,version,depfile_parser}.cc \
    src/{lexer,subprocess-posix,ninja}.cc
}

sourceOf() {
  case "$1" in
  lua) echo "$folder"/src/lua5.4-*/ ;;
  ninja) echo "$folder"/src/ninja-build-*/ ;;
  *) echo "$folder/src/$1"-*/ ;;
  esac
}

# cc.sh writes one JSON object for each compilation, on a line that ends in a
# comma. This function makes a valid JSON list of them.
closeDatabase() {
  { echo '['; sed '$ s/,$//' compile_commands.part; echo ']'; } \
    >compile_commands.json
}

for program in "${programs[@]}"; do
  for family in clang gcc; do
    target="$folder/build/$family/$program"
    rm -rf "$target"
    mkdir -p "$(dirname "$target")"
    cp -a "$(sourceOf "$program")" "$target"
    cd "$target"
    export DATABASE="$target/compile_commands.part"
    if [ "$family" = clang ]; then
      export REAL_CC=clang-19 REAL_CXX=clang++-19
    else
      export REAL_CC=gcc REAL_CXX=g++
    fi
    export CC="$root/test/bench/real/cc.sh" CXX="$root/test/bench/real/cxx.sh"
    say "build: $program with $family"
    quietly "$folder/build.$family.$program.log" "build${program^}"
    closeDatabase
  done
done
