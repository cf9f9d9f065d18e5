#!/bin/bash
# build.sh FOLDER [PROGRAM...]: builds the programs of FOLDER/src (see fetch.sh)
# with -g -O0, each to FOLDER/build/PROGRAM/PROGRAM, with its
# compile_commands.json. Sources are copied there.
set -euo pipefail
# shellcheck source=tools/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../tools/lib.sh"

[ $# -ge 1 ] || die "usage: build.sh FOLDER [PROGRAM...]"
folder="$(cd "$1" && pwd)"
shift
programs=(awk busybox cmark hunspell lua mujs ninja tidy yaml)
[ $# -eq 0 ] || programs=("$@")
export REAL_CC="${CC:-clang-19}" REAL_CXX="${CXX:-clang++-19}"
CC="$root/test/bench/real/cc.sh"
CXX="$root/test/bench/real/cxx.sh"

# compile COMPILER OUTPUT OPTIONS... -- SOURCES...
compile() {
  local compiler="$1" output="$2" options=() objects=() source
  shift 2
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  for source in "$@"; do
    "$compiler" -g -O0 -w "${options[@]}" -c "$source" -o "$source.o"
    objects+=("$source.o")
  done
  "$compiler" "${objects[@]}" -o "$output" -lm
}

buildAwk() {
  "$folder/tools/usr/bin/byacc" -d -b awkgram awkgram.y
  "$CC" -w maketab.c -o maketab
  ./maketab awkgram.tab.h >proctab.c
  compile "$CC" awk -D_GNU_SOURCE -- awkgram.tab.c b.c main.c parse.c \
    proctab.c tran.c lib.c run.c lex.c
}

# Builds only the programs that the cases need, without shells. Pinstripe needs
# frame pointers.
buildBusybox() {
  local option
  make allnoconfig
  for option in AWK BUSYBOX DEBUG DEBUG_PESSIMIZE FEATURE_AWK_GNU_EXTENSIONS \
    FEATURE_AWK_LIBM FEATURE_SORT_BIG LONG_OPTS SED SORT; do
    sed -i "s/^# CONFIG_$option is not set/CONFIG_$option=y/" .config
  done
  sed -i 's/^CONFIG_EXTRA_CFLAGS=.*/CONFIG_EXTRA_CFLAGS="-fno-omit-frame-pointer"/' \
    .config
  make oldconfig </dev/null
  make CC="$CC" HOSTCC="$REAL_CC" SKIP_STRIP=y busybox_unstripped
  cp busybox_unstripped busybox
}

buildCmark() {
  sed 's/#cmakedefine/#define/' src/config.h.in >src/config.h
  printf '#define CMARK_%s\n' EXPORT NO_EXPORT >src/cmark_export.h
  printf '#define CMARK_%s\n' 'VERSION 0x1e02' 'VERSION_STRING "0.30.2"' \
    >src/cmark_version.h
  compile "$CC" cmark -Isrc -- src/*.c
}

# Hunspell searches until some time has passed on the clock. This is changed,
# since all runs must be alike.
buildHunspell() {
  sed -i 's/^#define TIMELIMIT.*(CLOCKS_PER_SEC.*/& * 10000/' \
    src/hunspell/atypes.hxx
  printf '#define %s 1\n' HAVE_ICONV HAVE_LOCALE_H HAVE_LANGINFO_H >config.h
  printf '#define ICONV_CONST\n#define PACKAGE "hunspell"\n' >>config.h
  printf '#define %s "1.7.1"\n' VERSION PACKAGE_VERSION >>config.h
  local library=(src/hunspell/*.cxx)
  local options=(-DHUNSPELL_STATIC -DHAVE_CONFIG_H -I. -Isrc/hunspell
    -Isrc/parsers)
  compile "$CXX" hunspell "${options[@]}" -- "${library[@]}" \
    src/parsers/{first,xml,html,latex,man,odf,text}parser.cxx \
    src/tools/hunspell.cxx
}

# Lua seeds its hash tables with the time. This is changed, since all runs must
# be alike.
buildLua() {
  rm src/luac.c
  compile "$CC" lua -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_POSIX \
    "-Dluai_makeseed(L)=0" -- src/l*.c
}

buildMujs() {
  compile "$CC" mujs -std=c99 -D_XOPEN_SOURCE=700 -- main.c one.c
}

buildNinja() {
  compile "$CXX" ninja -std=c++14 -- src/{build_log,build,clean}.cc \
    src/{clparser,dyndep,dyndep_parser,debug_flags,deps_log}.cc \
    src/{disk_interface,edit_distance,eval_env,graph,graphviz,json}.cc \
    src/{line_printer,manifest_parser,metrics,missing_deps,parser}.cc \
    src/{state,status,string_piece_util,util,version,depfile_parser}.cc \
    src/{lexer,subprocess-posix,ninja}.cc
}

buildTidy() {
  compile "$CC" tidy -Iinclude -Isrc -DSUPPORT_CONSOLE_APP=1 \
    '-DLIBTIDY_VERSION="5.6.0"' '-DRELEASE_DATE="2017/11/25"' -- src/*.c \
    console/tidy.c
}

buildYaml() {
  compile "$CXX" yaml -std=c++14 -Iinclude -Isrc -DYAML_CPP_STATIC_DEFINE -- \
    src/*.cpp util/parse.cpp
}

sourceOf() {
  case "$1" in
  awk) echo "$folder"/src/original-awk-*/ ;;
  lua) echo "$folder"/src/lua5.4-*/ ;;
  ninja) echo "$folder"/src/ninja-build-*/ ;;
  tidy) echo "$folder"/src/tidy-html5-*/ ;;
  yaml) echo "$folder"/src/yaml-cpp-*/ ;;
  *) echo "$folder/src/$1"-*/ ;;
  esac
}

# cc.sh writes one JSON object for each compilation, on a line that ends in a
# comma. This function makes a valid JSON list of them.
closeDatabase() {
  { echo '['; sed '$ s/,$//' "$DATABASE"; echo ']'; } >compile_commands.json
}

for program in "${programs[@]}"; do
  target="$folder/build/$program"
  rm -rf "$target"
  mkdir -p "$(dirname "$target")"
  cp -a "$(sourceOf "$program")" "$target"
  cd "$target"
  export DATABASE="$target/compile_commands.part"
  say "build: $program"
  quietly "$folder/build.$program.log" "build${program^}"
  closeDatabase
done
