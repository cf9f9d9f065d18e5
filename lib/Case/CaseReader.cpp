// Reads a case from its directory, and prepares the sandbox of its runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This file makes no run and needs no engine.

#include "CaseReader.h"
#include "CaseContainment.h"
#include "ObservedFiles.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/StoredCase.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Trace/TraceFile.h"

using namespace pinstripe;

static void say(const RecordOptions &options, const llvm::Twine &text) {
  if (options.say)
    options.say(text.str());
}

llvm::Error pinstripe::completeModules(Case &value) {
  std::vector<std::string> names;
  for (const CaseModule &module : value.modules)
    names.push_back(module.path);
  llvm::Expected<std::vector<std::string>> files =
      findModules(names, value.launch);
  if (!files)
    return files.takeError();
  value.modules.clear();
  for (std::string &file : *files)
    value.modules.push_back({std::move(file), ""});
  return llvm::Error::success();
}

void pinstripe::warnOfNewerSources(const UnitTable &table,
                                   const LaunchSpec &launch,
                                   const RecordOptions &options) {
  for (const NewerSource &newer : newerSources(table)) {
    bool isProgram = newer.module == ModuleId{};
    say(options,
        "warning: " + newer.source + " is newer than " +
            (isProgram ? launch.argument0 : table.libraryName(newer.module)) +
            ", its lines may have moved; rebuild the " +
            (isProgram ? "program" : "library"));
  }
}

llvm::Expected<std::unique_ptr<RecordedCase>>
pinstripe::settle(CaseDirectory directory, Case value, PrivateDirectory work,
                  const RecordOptions &options, RunPlace &place) {
  LaunchSpec launch = directory.launchIn(value, work.path());
  std::unique_ptr<RecordedCase> recorded(
      new RecordedCase{std::move(directory), std::move(value)});
  recorded->launch = std::move(launch);
  recorded->runsInPlace = work.isInPlace();
  place.checkRoom = [directory = &recorded->directory] {
    return directory->checkRoom();
  };
  auto shared = std::make_shared<PrivateDirectory>(std::move(work));
  place.prepare = [shared] { return shared->refresh(); };
  if (llvm::Error error = containRuns(*recorded, options.containment, place))
    return error;
  return recorded;
}

/// Checks that the program and the libraries are the same files as when the
/// case was recorded, since the trace fits no other files. Parses no source,
/// since the trace file has the list of the program's statements.
static llvm::Error checkProgram(const RecordedCase &recorded,
                                const RecordOptions &options) {
  llvm::Expected<std::string> program = findProgram(recorded.launch.program);
  if (!program)
    return program.takeError();
  Case now = recorded.theCase;
  if (llvm::Error error = completeModules(now))
    return error;
  std::vector<std::string> files{*program};
  for (const CaseModule &module : now.modules)
    files.push_back(module.path);
  const UnitTable &table = recorded.table;
  for (size_t i = 0; i < table.modules.size(); ++i) {
    std::string hash;
    if (i < files.size())
      if (llvm::Error error = hashModuleFile(files[i]).moveInto(hash))
        return error;
    if (hash != table.modules[i].buildHash)
      return llvm::make_error<UsageError>(
          options.caseDirectory + ": " +
          (i == 0 ? recorded.launch.argument0
                  : table.libraryName(ModuleId(i))) +
          " was rebuilt since it was recorded; record it again");
  }
  warnOfNewerSources(table, recorded.launch, options);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RecordedCase>>
pinstripe::reopenCase(CaseDirectory directory, const PredicateSpec &predicate,
                      const RecordOptions &options, RunPlace &place) {
  llvm::Expected<Case> value = directory.readCase();
  if (!value)
    return value.takeError();
  if (llvm::Error error = directory.checkIsComplete())
    return error;
  if (!predicate.isEmpty())
    value->predicate = predicate;
  if (llvm::Error error =
          makeFilesRelative(value->predicate, value->launch.workingDirectory))
    return error;
  if (value->predicate.sameWrittenFiles)
    if (llvm::Error error = nameWrittenFiles(*value))
      return error;
  value->launch.observedFiles = value->predicate.sameFiles;
  llvm::append_range(value->limits, options.containment.limits);
  llvm::Expected<StoredTrace> stored = readTrace(directory.traceFile());
  if (!stored)
    return stored.takeError();
  llvm::Expected<PrivateDirectory> work =
      options.containment.unconfined
          ? PrivateDirectory::reopen(directory, value->launch.workingDirectory)
          : PrivateDirectory::untouched(value->launch.workingDirectory);
  if (!work)
    return work.takeError();
  auto recorded = settle(std::move(directory), std::move(*value),
                         std::move(*work), options, place);
  if (!recorded)
    return recorded.takeError();
  llvm::Expected<SourceFinder> sources = createSourceFinder(options.sourceMap);
  if (!sources)
    return sources.takeError();
  (*recorded)->table = std::move(stored->table);
  findSources((*recorded)->table, *sources);
  remarksOnSources((*recorded)->table, *sources).tell([&](auto text) {
    say(options, text);
  });
  (*recorded)->trace = std::move(stored->trace);
  if (llvm::Error error = checkProgram(**recorded, options))
    return error;
  return recorded;
}

llvm::Expected<StoredCase>
pinstripe::readStoredCase(const RecordOptions &options) {
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::openForReading(options.caseDirectory);
  if (!directory)
    return directory.takeError();
  StoredCase stored;
  auto recorded = reopenCase(std::move(*directory), /*predicate=*/{}, options,
                             stored.place);
  if (!recorded)
    return recorded.takeError();
  stored.recorded = std::move(*recorded);
  return stored;
}

/// Returns the events (executions) of the statements `units`. Leaves out the
/// events that can't happen in a run that skips all other statements.
static EventSet eventsOfUnits(const UnitSet &units, Flow flow,
                              const UnitTable &table, const Trace &trace) {
  EventSet events(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EntryId entry = trace.entryOf(EventIndex{i});
    UnitId unit = table.entry(entry).unit;
    if (static_cast<size_t>(unit) < units.universe() && units.contains(unit))
      events.insert(EventIndex{i});
  }
  if (flow == Flow::Guarded)
    return ControlTree(UnitGraph(table, trace), trace).closed(events);
  return trace.feasible(events);
}

llvm::Expected<StoredResult>
pinstripe::readResult(const CaseDirectory &directory, const UnitTable &table,
                      const Trace &trace) {
  llvm::Expected<std::optional<BestResult>> best = directory.readBest();
  if (!best)
    return best.takeError();
  if (!*best)
    return llvm::make_error<UsageError>(
        directory.path() + ": no result yet; run `pinstripe reduce -o " +
        quoteForShell(llvm::StringRef(directory.path())) + "` first");
  if ((*best)->kept.universe() != trace.size())
    return llvm::make_error<TraceFormatError>(
        directory.bestFile() + ": belongs to another trace; run `pinstripe "
                               "reduce` again");
  StoredResult result{std::move(**best), {}};
  result.events = result.best.keptUnits.isUnset()
                      ? result.best.kept
                      : eventsOfUnits(result.best.keptUnits, result.best.flow,
                                      table, trace);
  return result;
}
