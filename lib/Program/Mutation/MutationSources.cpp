// Opens the compilation units of a program, to list and compile mutations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/MutationSource.h"

#include "Binary/DebugInfo.h"
#include "Mutation/UnitMutations.h"
#include "Source/MissingMacros.h"
#include "pinstripe/Support/Error.h"

#include "llvm/Support/FileSystem.h"

namespace pinstripe {

namespace {

class DebugMutationSources : public MutationSources {
public:
  DebugMutationSources(std::vector<CompilationUnit> known,
                       const ModelOptions &options,
                       const std::string &programPath)
      : known(std::move(known)),
        flags(options.compilationDatabase, programPath) {
    for (const CompilationUnit &unit : this->known) {
      MutationUnit described{unit.module, unit.mainFile, {}};
      for (const auto &[file, lines] : unit.codeLines)
        described.files.push_back(file);
      list.push_back(std::move(described));
    }
  }

  llvm::ArrayRef<MutationUnit> units() const override { return list; }
  llvm::Expected<std::unique_ptr<MutationSource>>
  open(size_t unit, const std::atomic<bool> *stop) override;

private:
  std::unique_ptr<ParsedUnit> parse(const CompilationUnit &unit,
                                    const std::atomic<bool> *stop);

  std::vector<CompilationUnit> known;
  std::vector<MutationUnit> list;
  CompileFlags flags;
};

bool fits(const ParseResult &result, const CompilationUnit &unit) {
  return result.errors == 0 && countMissedLines(result, unit.codeLines) == 0;
}

/// Parses a compilation unit in the same way as SourceScanner. Uses the first
/// command line that leads to no errors. Adds definitions of the macros that
/// this command line lacks.
std::unique_ptr<ParsedUnit>
DebugMutationSources::parse(const CompilationUnit &unit,
                            const std::atomic<bool> *stop) {
  std::unique_ptr<ParsedUnit> best;
  for (const CompileCommand &command : flags.commandsFor(unit)) {
    auto tried = std::make_unique<ParsedUnit>(command, stop);
    if (!best || tried->errors().errors < best->errors().errors)
      best = std::move(tried);
    if (best->errors().errors == 0)
      break;
  }
  if (fits(best->errors(), unit) || (stop && stop->load()))
    return best;
  SourceCollector unused;
  FileHashes files;
  auto parseAgain = [&](const CompileCommand &command) {
    return parseSource(command, unused, files,
                       [](const ParseResult &) { return false; });
  };
  TriedCommand found = addMissingMacros({best->command, best->errors()},
                                        unit.codeLines, parseAgain);
  return std::make_unique<ParsedUnit>(found.command, stop);
}

llvm::Expected<std::unique_ptr<MutationSource>>
DebugMutationSources::open(size_t index, const std::atomic<bool> *stop) {
  assert(index < known.size() && "no such unit");
  const CompilationUnit &unit = known[index];
  if (!llvm::sys::fs::exists(unit.mainFile))
    return llvm::make_error<TargetError>(
        unit.mainFile +
        ": no such file; if the sources have moved, give --source-map");
  std::unique_ptr<ParsedUnit> parsed;
  std::string failure;
  bool isDone = onDeepStack([&] {
    parsed = parse(unit, stop);
    if (parsed->errors().errors > 0)
      failure = parsed->errors().firstError;
    else if (!fits(parsed->errors(), unit))
      failure = describeMissed(parsed->errors(), unit.codeLines);
    else
      parsed->findFunctions();
    if (!failure.empty())
      parsed.reset();
  });
  if (!isDone) {
    // After a crash of Clang, the syntax tree may be damaged, so it is never
    // destroyed.
    (void)parsed.release();
    failure = "clang crashes";
  }
  if (!failure.empty())
    return llvm::make_error<TargetError>(unit.mainFile +
                                         " can't be parsed: " + failure);
  return std::make_unique<UnitMutations>(std::move(parsed), unit.module,
                                         unit.mainFile);
}

} // namespace

llvm::Expected<std::unique_ptr<MutationSources>>
readMutationSources(const UnitTable &table, const ModelOptions &options) {
  SourceFinder inPlace;
  SourceFinder &sources = options.sources ? *options.sources : inPlace;
  std::vector<CompilationUnit> units;
  for (const TracedModule &module : table.modules) {
    auto info = readDebugInfoAgain(module.path, sources);
    if (!info)
      return info.takeError();
    for (CompilationUnit &unit : info->units) {
      unit.module = module.path;
      unit.moduleHash = info->hash;
      units.push_back(std::move(unit));
    }
  }
  return std::make_unique<DebugMutationSources>(std::move(units), options,
                                                table.programPath());
}

} // namespace pinstripe
