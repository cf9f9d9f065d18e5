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
#include "SourceCache.h"
#include "SourceCollector.h"
#include "SourceParser.h"
#include "pinstripe/Support/Memory.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/thread.h"

#include <atomic>
#include <sys/resource.h>

using namespace llvm;

namespace pinstripe {

namespace {

/// Tries the command lines in order. The first that parses without errors
/// wins, else the one with the fewest is used again.
ParsedSource parseUnit(ArrayRef<CompileCommand> commands,
                       FileAnswers &answers) {
  SourceCollector collector;
  auto hasNoErrors = [](const ParseResult &result) {
    return result.errors == 0;
  };
  const CompileCommand *best = nullptr;
  unsigned fewest = 0;
  for (const CompileCommand &command : commands) {
    ParseResult result = parseSource(command, collector, answers, hasNoErrors);
    if (result.errors == 0)
      return collector.release();
    if (!best || result.errors < fewest) {
      best = &command;
      fewest = result.errors;
    }
  }
  ParseResult result = parseSource(*best, collector, answers,
                                   [](const ParseResult &) { return true; });
  ParsedSource parsed = collector.release();
  parsed.failure = result.firstError;
  return parsed;
}

/// How many parsers may be at work; one where the address space is limited,
/// since their stacks alone would go beyond.
unsigned parserCount(size_t units) {
  constexpr size_t mostParsers = 8;
  constexpr uint64_t bytesOfParser = 256u << 20; // a large C++ source
  for (int resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit;
    if (::getrlimit(resource, &limit) || limit.rlim_cur != RLIM_INFINITY)
      return 1;
  }
  size_t cores = heavyweight_hardware_concurrency().compute_thread_count();
  size_t count = std::min({units, cores, mostParsers});
  if (uint64_t available = availableMemory())
    count = std::min<size_t>(count, available / bytesOfParser);
  return std::max<size_t>(count, 1);
}

/// What the scan does for its units, several at a time.
class UnitParsers {
public:
  UnitParsers(ArrayRef<CompilationUnit> units,
              std::vector<std::vector<CompileCommand>> commands,
              SourceCache &cache)
      : units(units), commands(std::move(commands)), cache(cache),
        parsed(units.size()) {}

  void run();
  /// As if the units had been parsed one after the other.
  SourceModel takeModel();

private:
  void parseUnits();
  ParsedSource parse(size_t unit);

  ArrayRef<CompilationUnit> units;
  std::vector<std::vector<CompileCommand>> commands; ///< by unit
  SourceCache &cache;
  std::vector<ParsedSource> parsed; ///< by unit
  std::atomic<size_t> next = 0;
};

ParsedSource UnitParsers::parse(size_t unit) {
  if (!sys::fs::exists(units[unit].mainFile))
    return {{}, {}, {}, "no such file"};
  if (std::optional<ParsedSource> known = cache.find(commands[unit]))
    return std::move(*known);
  KeptSource kept;
  kept.source = parseUnit(commands[unit], kept.answers);
  cache.keep(commands[unit], kept);
  return std::move(kept.source);
}

void UnitParsers::parseUnits() {
  for (size_t i; (i = next++) < units.size();)
    parsed[i] = parse(i);
}

void UnitParsers::run() {
  // Generated sources nest deeper than the usual stack allows.
  const std::optional<unsigned> stackSize = 512u << 20;
  std::vector<llvm::thread> parsers;
  for (unsigned i = parserCount(units.size()); i > 0; --i)
    parsers.emplace_back(stackSize, [this] { parseUnits(); });
  for (llvm::thread &parser : parsers)
    parser.join();
}

SourceModel UnitParsers::takeModel() {
  SourceCollector collector;
  for (size_t i = 0; i < units.size(); ++i) {
    collector.add(parsed[i]);
    if (!parsed[i].failure.empty())
      collector.addFailure(units[i].mainFile, parsed[i].failure);
  }
  return collector.finish();
}

} // namespace

SourceModel scanSources(ArrayRef<CompilationUnit> units,
                        const std::string &compilationDatabase,
                        const std::string &programPath,
                        const std::string &cacheFolder) {
  CompileFlags flags(compilationDatabase, programPath);
  std::vector<std::vector<CompileCommand>> commands;
  for (const CompilationUnit &unit : units)
    commands.push_back(flags.commandsFor(unit));
  SourceCache cache(cacheFolder);
  UnitParsers parsers(units, std::move(commands), cache);
  parsers.run();
  return parsers.takeModel();
}

} // namespace pinstripe
