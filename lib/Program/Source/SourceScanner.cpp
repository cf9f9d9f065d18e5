// Lists the statement units of a program's sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceScanner.h"
#include "Source/FrontEnd.h"

#include "Source/CompileFlags.h"
#include "Source/MissingMacros.h"
#include "Source/SourceCache.h"
#include "Source/SourceCollector.h"
#include "Source/SourceParser.h"
#include "pinstripe/Support/AvailableMemory.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/thread.h"

#include <atomic>
#include <sys/resource.h>

namespace pinstripe {

namespace {

/// Parses a compilation unit with one command line after the other until a
/// parse gives no errors. If all parses give errors, uses the command line with
/// the fewest errors. If there are still errors, or if lines with code are
/// missing in the result, adds macros that the command line may lack.
ParsedSource parseUnit(llvm::ArrayRef<CompileCommand> commands,
                       const CodeLines &lines, FileHashes &files) {
  SourceCollector collector;
  auto fits = [&](const ParseResult &result) {
    return result.errors == 0 && countMissedLines(result, lines) == 0;
  };
  auto parse = [&](const CompileCommand &command) {
    return parseSource(command, collector, files, fits);
  };
  std::optional<TriedCommand> best;
  for (const CompileCommand &command : commands) {
    TriedCommand tried{command, parse(command)};
    if (!best || tried.result.errors < best->result.errors)
      best = std::move(tried);
    if (best->result.errors == 0)
      break;
  }
  if (!fits(best->result))
    best = addMissingMacros(std::move(*best), lines, parse);
  if (fits(best->result))
    return collector.release();
  ParseResult result = parseSource(best->command, collector, files,
                                   [](const ParseResult &) { return true; });
  ParsedSource parsed = collector.release();
  parsed.failure =
      result.errors == 0 ? describeMissed(result, lines) : result.firstError;
  return parsed;
}

/// Returns how many threads may parse sources at once. Returns 1 if the address
/// space of this process is limited, since the large stacks of several threads
/// would not fit.
unsigned parserCount(size_t units) {
  constexpr size_t maxParsers = 8;
  // This many bytes of memory are enough to parse a large C++ source.
  constexpr uint64_t bytesOfParser = 256u << 20;
  for (int resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit;
    if (::getrlimit(resource, &limit) || limit.rlim_cur != RLIM_INFINITY)
      return 1;
  }
  size_t cores =
      llvm::heavyweight_hardware_concurrency().compute_thread_count();
  size_t count = std::min({units, cores, maxParsers});
  if (uint64_t available = availableMemory())
    count = std::min<size_t>(count, available / bytesOfParser);
  return std::max<size_t>(count, 1);
}

ParsedSource parse(const CompilationUnit &unit,
                   llvm::ArrayRef<CompileCommand> commands,
                   SourceCache &cache) {
  if (!llvm::sys::fs::exists(unit.mainFile))
    return {{}, {}, {}, "no such file"};
  SourceKey key{unit.moduleHash, commands};
  if (std::optional<ParsedSource> known = cache.find(key))
    return std::move(*known);
  auto cached = std::make_unique<CachedSource>();
  bool isDone = runGuarded([&] {
    cached->source = parseUnit(commands, unit.codeLines, cached->files);
  });
  if (!isDone) {
    // After a crash of Clang, the parsed source may be damaged, so it is never
    // destroyed.
    (void)cached.release();
    return {{}, {}, {}, "clang crashes while it parses it"};
  }
  cache.store(key, *cached);
  return std::move(cached->source);
}

} // namespace

SourceModel scanSources(llvm::ArrayRef<CompilationUnit> units,
                        const ModelOptions &options,
                        const std::string &programPath) {
  CompileFlags flags(options.compilationDatabase, programPath);
  std::vector<std::vector<CompileCommand>> commands;
  for (const CompilationUnit &unit : units)
    commands.push_back(flags.commandsFor(unit));
  SourceCache cache(options.cacheFolder);
  std::vector<ParsedSource> parsed(units.size());
  std::atomic<size_t> next = 0, done = 0;
  auto parseUnits = [&] {
    for (size_t i; (i = next++) < units.size();) {
      if (!options.isStopped())
        parsed[i] = parse(units[i], commands[i], cache);
      ++done;
      done.notify_one();
    }
  };
  // The parsing threads get large stacks, since generated sources may be too
  // deeply nested for a stack of the usual size.
  const std::optional<unsigned> stackSize = 512u << 20;
  std::vector<llvm::thread> parsers;
  for (unsigned i = parserCount(units.size()); i > 0; --i)
    parsers.emplace_back(stackSize, parseUnits);
  for (size_t seen = 0; seen < units.size(); seen = done) {
    if (options.progress)
      options.progress(seen, units.size());
    done.wait(seen);
  }
  for (llvm::thread &parser : parsers)
    parser.join();
  // The parsed sources are merged in the order of the compilation units, no
  // matter which thread finished first.
  SourceCollector collector;
  for (size_t i = 0; i < units.size(); ++i) {
    collector.add(parsed[i]);
    if (!parsed[i].failure.empty())
      collector.addFailure(units[i].mainFile, parsed[i].failure);
  }
  return collector.finish();
}

} // namespace pinstripe
