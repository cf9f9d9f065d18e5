//===- ProgramSeeds.cpp - First inputs for the fuzzers of sources ---------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executables, the inputs of ProgramFuzzer and DebugInfoFuzzer, are built by
// CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "Seeds.h"
#include "SourceCodec.h"
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

static KeptSource keptSource() {
  KeptSource kept;
  kept.answers = {{{FileQuestion::Kind::Content, "/src/main.c"}, 1},
                  {{FileQuestion::Kind::Type, "/"}, 2},
                  {{FileQuestion::Kind::Names, "/src"}, 0}};
  kept.source.functions = {{"main", extentAt(3, 1), extentAt(3, 12)}};
  for (uint32_t line = 4; line < 8; ++line)
    kept.source.pieces.push_back(pieceAt(line));
  kept.source.pieces[0].unit.decisions = {decisions()};
  kept.source.pieces[1].unit.repeated = extentAt(5);
  kept.source.pieces[2].isFromMacro = true;
  kept.source.pieces[3].spelling = kept.source.pieces[2].spelling;
  kept.source.cleanups = {{0, 3}};
  kept.source.failure = "main.c:1:1: unknown type name";
  return kept;
}

void pinstripe::fuzzing::sourceSeeds(SeedSink sink) {
  sink("KeptSourceFuzzer", llvm::toStringRef(encodeSource(keptSource())));
  sink("KeptSourceFuzzer", llvm::toStringRef(encodeSource({})));
  sink("CompilationDatabaseFuzzer", R"([{"directory": "/src/build",
 "command": "ccache cc -I../include -DX='\"a b\"' -o main.o -c ../main.c",
 "file": "../main.c"}, {"directory": "/src", "arguments":
 ["c++", "--", "-std=c++20", "@flags", "main.c"], "file": "main.c",
 "output": "m\u006f.o"}])");
}

void pinstripe::fuzzing::textSeeds(SeedSink sink) {
  // The first character tells TextFuzzer what the rest is.
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
