// Writes the first inputs of the fuzzers that read sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of ProgramFuzzer and DebugInfoFuzzer are executables, which are
// built by CMakeLists.txt.

#include "Seeds.h"
#include "Source/SourceCodec.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

static SourceExtent extentAt(uint32_t line, uint32_t column = 3) {
  return {"/src/main.c", {line, column}, {line, column + 9}};
}

static SourcePiece pieceAt(uint32_t line) {
  SourcePiece piece;
  piece.unit.extent = extentAt(line);
  piece.unit.kind = UnitKind::Condition;
  piece.unit.text = "a && b";
  piece.unit.function = 0;
  piece.unit.anchors = {{extentAt(line), CompilerFamily::GCC}};
  piece.spelling = "main.c:" + std::to_string(line);
  return piece;
}

static SourceDecisions decisions() {
  SourceDecisions result;
  result.trees = {{true, false}};
  for (SourceDecisions::Way next : {1, SourceDecisions::out(0, true)}) {
    SourceDecisions::Decision decision;
    decision.extent = extentAt(4);
    decision.text = "a";
    decision.whenTrue = next;
    decision.whenFalse = SourceDecisions::out(0, false);
    result.decisions.push_back(decision);
  }
  result.decisions.back().isLast = true;
  return result;
}

static CachedSource cachedSource() {
  CachedSource cached;
  cached.files = {{"/src/main.c", 1}, {"/src/main.h", ~uint64_t(0)}};
  cached.source.functions = {{"main", extentAt(3, 1), extentAt(3, 12)}};
  for (uint32_t line = 4; line < 8; ++line)
    cached.source.pieces.push_back(pieceAt(line));
  cached.source.pieces[0].unit.decisions = {decisions()};
  cached.source.pieces[1].unit.repeated = extentAt(5);
  cached.source.pieces[2].isFromMacro = true;
  cached.source.pieces[3].spelling = cached.source.pieces[2].spelling;
  cached.source.cleanups = {{0, 3}};
  cached.source.failure = "main.c:1:1: unknown type name";
  return cached;
}

void pinstripe::fuzzing::sourceSeeds(SeedSink sink) {
  sink("CachedSourceFuzzer", llvm::toStringRef(encodeSource(cachedSource())));
  sink("CachedSourceFuzzer", llvm::toStringRef(encodeSource({})));
  sink("CompilationDatabaseFuzzer", R"([{"directory": "/src/build",
 "command": "ccache cc -I../include -DX='\"a b\"' -o main.o -c ../main.c",
 "file": "../main.c"}, {"directory": "/src", "arguments":
 ["c++", "--", "-std=c++20", "@flags", "main.c"], "file": "main.c",
 "output": "m\u006f.o"}])");
}

void pinstripe::fuzzing::textSeeds(SeedSink sink) {
  // The first character of an input tells TextFuzzer which kind of text
  // follows.
  for (const char *place :
       {"sample.c:13", "a:b.c:13:5#2", "s.c:13:total#4", "s.c:1:5:x[i]#2"})
    sink("TextFuzzer", "0" + std::string(place));
  for (const char *expression :
       {"list->items[i].name", "*(&ns::value)", "a[i - 1]", "m[0x10][-2 + 3]"})
    sink("TextFuzzer", "1" + std::string(expression));
  for (const char *line :
       {"GNU C17 12.2.0 -mtune=generic -g -std=gnu11 -fno-builtin",
        "ccache gcc -o main.o -MF main.d -Wall -Wp,-DX -c main.c"})
    sink("TextFuzzer", "2" + std::string(line));
}
