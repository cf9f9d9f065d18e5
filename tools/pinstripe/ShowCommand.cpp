//===- ShowCommand.cpp - pinstripe show -----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/StoredResult.h"
#include "pinstripe/Report/JSONReporter.h"
#include "pinstripe/Report/TestListing.h"
#include "pinstripe/Report/TraceListing.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Store/TestDatabase.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class ShowCommand : public Command {
public:
  explicit ShowCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Error listTests(const CaseDirectory &directory) const;

  std::string caseDirectory = CaseDirectory::defaultName.str();
  TraceFilter filter;
  bool functions = false;
  bool kept = false;
  bool tests = false;
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
      ->check(wholeAboveZero());
  options->add_option("--limit", filter.limit, "At most so many events")
      ->option_text("N")
      ->check(wholeAboveZero());
  options->add_flag("--kept", kept,
                    "Only events of the best result of `reduce` so far");
  options->add_flag("--summary", functions,
                    "Events, calls and units of each function instead");
  options->add_flag("--tests", tests,
                    "The tests of `reduce` instead, also while it is at work; "
                    "FAIL: the output came out");
  for (const char *other :
       {"--function", "--file", "--line", "--kept", "--summary"})
    options->get_option("--tests")->excludes(options->get_option(other));
  options->footer("Example:\n  pinstripe show --function main --limit 20");
}

llvm::Error ShowCommand::listTests(const CaseDirectory &directory) const {
  if (!llvm::sys::fs::exists(directory.testsFile()))
    return llvm::make_error<UsageError>(
        caseDirectory + ": no tests yet; run `pinstripe reduce -o " +
        caseDirectory + "` first");
  auto database = TestDatabase::openForReading(directory.testsFile());
  if (!database)
    return database.takeError();
  llvm::outs() << "of " << counted((*database)->events(), "executed event")
               << "; " << (*database)->conditions() << '\n';
  TestListing listing(styleFor(STDOUT_FILENO), llvm::outs());
  listing.writeHeading();
  uint64_t rows = 0;
  return (*database)->forEach([&](const StoredTest &test) {
    if (filter.limit == 0 || rows++ < filter.limit)
      listing.write({test.number, test.outcome, test.events.count(),
                     test.ending, test.seconds});
    return llvm::Error::success();
  });
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
  if (tests) {
    if (llvm::Error error = listTests(*directory))
      return error;
    return ExitStatus::Done;
  }
  if (llvm::Error error = directory->checkIsComplete())
    return error;
  llvm::Expected<StoredTrace> run = readTrace(directory->traceFile());
  if (!run)
    return run.takeError();
  if (kept) {
    auto result = readResult(*directory, run->table, run->trace);
    if (!result)
      return result.takeError();
    filter.only = std::move(result->events);
  }
  // A result that was never finished has none.
  if (auto document = llvm::MemoryBuffer::getFile(directory->resultFile()))
    filter.values = valueTextsIn((*document)->getBuffer());
  auto list = functions ? listFunctions : listEvents;
  list(run->table, run->trace, filter, styleFor(STDOUT_FILENO), llvm::outs());
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createShowCommand(CLI::App &app) {
  return std::make_unique<ShowCommand>(app);
}
