//===- ShowCommand.cpp - pinstripe show -----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Console.h"
#include "pinstripe/Report/TraceListing.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class ShowCommand : public Command {
public:
  explicit ShowCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Error filterKept(const CaseDirectory &directory,
                         const StoredTrace &run);

  std::string caseDirectory = CaseDirectory::defaultName.str();
  TraceFilter filter;
  bool functions = false;
  bool kept = false;
};

} // namespace

ShowCommand::ShowCommand(CLI::App &app)
    : Command(
          app.add_subcommand("show", "Prints a recorded run, event by event")) {
  options->add_option("-o", caseDirectory, "The case directory [.pinstripe]")
      ->option_text("DIR");
  options
      ->add_option("--function", filter.function,
                   "Only events of this function")
      ->option_text("NAME");
  options->add_option("--file", filter.file, "Only events of this source file")
      ->option_text("FILE");
  options->add_option("--line", filter.line, "Only events of this line")
      ->option_text("N")
      ->check(CLI::PositiveNumber);
  options->add_option("--limit", filter.limit, "At most so many events")
      ->option_text("N")
      ->check(CLI::PositiveNumber);
  options->add_flag("--kept", kept,
                    "Only events of the best result of `reduce` so far");
  options->add_flag("--summary", functions,
                    "Events, calls and units of each function instead");
  options->footer("Example:\n  pinstripe show --function main --limit 20");
}

llvm::Error ShowCommand::filterKept(const CaseDirectory &directory,
                                    const StoredTrace &run) {
  size_t events = run.trace.size();
  llvm::Expected<std::optional<BestResult>> best = directory.readBest();
  if (!best)
    return best.takeError();
  if (!*best)
    return llvm::make_error<UsageError>(
        caseDirectory + ": no result yet; run `pinstripe reduce -o " +
        caseDirectory + "` first");
  if ((*best)->kept.size() != events)
    return llvm::make_error<TraceFormatError>(
        directory.bestFile() + ": belongs to another trace; run `pinstripe "
                               "reduce` again");
  filter.only = (*best)->kept;
  const EventSet &units = (*best)->keptUnits;
  if (units.empty())
    return llvm::Error::success();
  for (uint32_t i = 0; i != events; ++i) {
    EntryId entry = run.trace.event(EventIndex{i}).entry;
    auto unit = static_cast<unsigned>(run.table.entry(entry).unit);
    if (unit < units.size() && units.test(unit))
      filter.only.set(i);
  }
  filter.only = run.trace.feasible(filter.only);
  return llvm::Error::success();
}

llvm::Expected<ExitStatus> ShowCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "show prints a recorded case and takes no program; `pinstripe record "
        "-- " +
        words.front() + "` records one");
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::openForReading(caseDirectory);
  if (!directory)
    return directory.takeError();
  // Also says whether the case is of our version.
  llvm::Expected<Case> stored = directory->readCase();
  if (!stored)
    return stored.takeError();
  llvm::Expected<StoredTrace> run = readTrace(directory->traceFile());
  if (!run)
    return run.takeError();
  if (kept)
    if (llvm::Error error = filterKept(*directory, *run))
      return error;
  auto list = functions ? listFunctions : listEvents;
  list(run->table, run->trace, filter, styleFor(STDOUT_FILENO), llvm::outs());
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createShowCommand(CLI::App &app) {
  return std::make_unique<ShowCommand>(app);
}
