//===- SourceScanner.cpp - Statement units as the source has them -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceScanner.h"

#include "CompileFlags.h"
#include "SourceCollector.h"
#include "SourceParser.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/thread.h"

using namespace llvm;

namespace pinstripe {

namespace {

/// Tries the command lines in order. The first that parses without errors
/// wins, else the one with the fewest is used again.
void scanUnit(const CompilationUnit &unit, CompileFlags &flags,
              SourceCollector &collector) {
  if (!sys::fs::exists(unit.mainFile)) {
    collector.addFailure(unit.mainFile, "no such file");
    return;
  }
  auto hasNoErrors = [](const ParseResult &result) {
    return result.errors == 0;
  };
  std::vector<CompileCommand> commands = flags.commandsFor(unit);
  const CompileCommand *best = nullptr;
  unsigned fewest = 0;
  for (const CompileCommand &command : commands) {
    ParseResult result = parseSource(command, collector, hasNoErrors);
    if (result.errors == 0)
      return;
    if (!best || result.errors < fewest) {
      best = &command;
      fewest = result.errors;
    }
  }
  ParseResult result =
      parseSource(*best, collector, [](const ParseResult &) { return true; });
  collector.addFailure(unit.mainFile, result.firstError);
}

} // namespace

SourceModel scanSources(ArrayRef<CompilationUnit> units,
                        const std::string &compilationDatabase,
                        const std::string &programPath) {
  CompileFlags flags(compilationDatabase, programPath);
  SourceCollector collector;
  // Generated sources nest deeper than the usual stack allows.
  const std::optional<unsigned> stackSize = 512u << 20;
  llvm::thread parser(stackSize, [&] {
    for (const CompilationUnit &unit : units)
      scanUnit(unit, flags, collector);
  });
  parser.join();
  return collector.finish();
}

} // namespace pinstripe
