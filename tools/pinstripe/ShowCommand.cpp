// The verb `show`: prints a recorded run, or the tests of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Report/JSONReports.h"
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
  explicit ShowCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addFilters();
  void addForms();
  llvm::Error listTests(const CaseDirectory &directory) const;
  llvm::Error listTrace(const CaseDirectory &directory);

  std::string json;
  std::string caseDirectory = CaseDirectory::defaultName.str();
  TraceFilter filter;
  TerminalOptions terminal;
  bool functions = false;
  bool kept = false;
  bool tests = false;
};

} // namespace

static VerbDescription describeShow() {
  return {"show",
          "Prints a recorded run event by event, or the tests of a reduction",
          {"[OPTIONS]"},
          {"pinstripe show --function main --limit 20"}};
}

ShowCommand::ShowCommand(CLI::App &tool) : Command(tool, describeShow()) {
  addFilters();
  addForms();
  addHyperlinks(*options, terminal);
  options->add_option("-o", caseDirectory, "Case directory [.pinstripe]")
      ->option_text("DIR")
      ->group(group::output);
  options
      ->add_option("--json", json,
                   "Write the rows as JSON to this file; -: to standard "
                   "output, in place of the text")
      ->option_text("FILE")
      ->group(group::output);
}

void ShowCommand::addFilters() {
  options
      ->add_option("--function", filter.function,
                   "Only events of this function")
      ->option_text("NAME")
      ->group(group::question);
  options->add_option("--file", filter.file, "Only events of this source file")
      ->option_text("FILE")
      ->group(group::question);
  options->add_option("--line", filter.line, "Only events of this line")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::question);
  options
      ->add_flag("--kept", kept,
                 "Only events of the best result of `reduce` so far")
      ->group(group::question);
  options->add_option("--limit", filter.limit, "Print at most this many lines")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::output);
}

void ShowCommand::addForms() {
  options
      ->add_flag("--summary", functions,
                 "Instead of events, print how many events, calls and "
                 "statements each function has")
      ->group(group::output);
  options
      ->add_flag("--tests", tests,
                 "Instead of events, print the tests of `reduce`, also while "
                 "it runs. FAIL: the output was reproduced; PASS: it was not; "
                 "UNRESOLVED: the run ended otherwise")
      ->group(group::output);
  for (const char *other :
       {"--function", "--file", "--line", "--kept", "--summary"})
    options->get_option("--tests")->excludes(options->get_option(other));
}

llvm::Error ShowCommand::listTests(const CaseDirectory &directory) const {
  if (!llvm::sys::fs::exists(directory.testsFile()))
    return llvm::make_error<UsageError>(
        caseDirectory + ": no tests yet; run `pinstripe reduce -o " +
        caseDirectory + "` first");
  auto database = TestDatabase::openForReading(directory.testsFile());
  if (!database)
    return database.takeError();
  llvm::Expected<StoredTrace> run = readTrace(directory.traceFile());
  if (!run)
    return run.takeError();
  if ((*database)->events() != run->trace.size())
    return llvm::make_error<UsageError>(
        caseDirectory +
        ": its tests are those of another recording; run "
        "`pinstripe reduce -o " +
        caseDirectory + "` first");
  auto conditions = TestConditions::parse((*database)->conditions());
  std::string described = conditions ? conditions->describe() : "";
  TextStyle style = styleFor(STDOUT_FILENO);
  LinkedResults linked(terminal.links);
  llvm::raw_ostream &out = linked.stream();
  bool isText = json != "-", isJSON = !json.empty();
  if (isText) {
    out << "of " << counted((*database)->events(), "executed event") << "; "
        << printable(described) << '\n';
    writeTestHeadings(style, out);
  }
  InstanceTable instances(run->table, run->trace);
  EventSet best(run->trace.size(), true);
  std::vector<TestRow> rows;
  uint64_t count = 0;
  llvm::Error error = (*database)->forEach([&](const StoredTest &test) {
    if (filter.limit != 0 && count++ >= filter.limit)
      return llvm::Error::success();
    TestRow row{test.number, test.outcome, test.events.count(), test.ending,
                test.seconds};
    row.leftOut = describeLeftOut(run->table, instances, best, test.events);
    if (test.outcome == Outcome::Fail)
      best = test.events;
    if (isText)
      writeTest(row, style, out);
    if (isJSON)
      rows.push_back(std::move(row));
    return llvm::Error::success();
  });
  if (error || !isJSON)
    return error;
  return writeOutputFile(json, [&](llvm::raw_ostream &stream) {
    writeTestsJSON(run->table, rows, described, PINSTRIPE_VERSION, stream);
  });
}

llvm::Error ShowCommand::listTrace(const CaseDirectory &directory) {
  if (llvm::Error error = directory.checkIsComplete())
    return error;
  llvm::Expected<StoredTrace> run = readTrace(directory.traceFile());
  if (!run)
    return run.takeError();
  if (kept) {
    auto result = readResult(directory, run->table, run->trace);
    if (!result)
      return result.takeError();
    filter.only = std::move(result->events);
  }
  // The result file says which values the statements have read and written. It
  // exists only after a reduction.
  if (auto document = llvm::MemoryBuffer::getFile(directory.resultFile()))
    filter.values = valueTextsIn((*document)->getBuffer());
  auto list = functions ? listFunctions : listEvents;
  if (json != "-")
    list(run->table, run->trace, filter, styleFor(STDOUT_FILENO),
         LinkedResults(terminal.links).stream());
  if (json.empty())
    return llvm::Error::success();
  auto writeJSON = functions ? writeFunctionsJSON : writeEventsJSON;
  return writeOutputFile(json, [&](llvm::raw_ostream &stream) {
    writeJSON(run->table, run->trace, filter, PINSTRIPE_VERSION, stream);
  });
}

llvm::Expected<ExitStatus> ShowCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "show prints a recorded case and takes no program; `pinstripe record "
        "-- " +
        words.front() + "` records one");
  if (llvm::Error error = checkOutputFile(json))
    return error;
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::openForReading(caseDirectory);
  if (!directory)
    return directory.takeError();
  // The case is read only to check the version in its file `case.yaml`: another
  // version of Pinstripe may have written the case directory in a form that
  // this one can't read.
  llvm::Expected<Case> stored = directory->readCase();
  if (!stored)
    return stored.takeError();
  llvm::Error error = tests ? listTests(*directory) : listTrace(*directory);
  if (error)
    return error;
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createShowCommand(CLI::App &tool) {
  return std::make_unique<ShowCommand>(tool);
}
