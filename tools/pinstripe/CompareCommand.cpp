//===- CompareCommand.cpp - pinstripe compare -----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/CompareSession.h"
#include "pinstripe/Report/JSONReporter.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class CompareCommand : public Command {
public:
  explicit CompareCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<CompareOptions> readOptions() const;
  llvm::Error report(const CompareSummary &summary) const;

  CaseOptions caseOptions;
  std::string expected;
  std::optional<double> seconds;
  unsigned lanes = 0; ///< 0: auto
  std::string json;
  uint64_t jsonEvents = defaultListedEvents;
};

} // namespace

CompareCommand::CompareCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "compare", "Shows what slices infer beside what experiments prove: "
                     "`pinstripe compare [OPTIONS] -- PROGRAM [ARGUMENTS]`")),
      caseOptions(*options) {
  options
      ->add_option("--expect-stdout", expected,
                   "What the program should have printed: decisions are "
                   "switched, too")
      ->option_text("FILE")
      ->group("Experiment");
  options
      ->add_option("--max-time", seconds,
                   "What each of the reductions, and the switches, may take")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Experiment");
  options
      ->add_option("-j,--jobs", lanes,
                   "Runs at once: a number, or auto: as many as there are "
                   "processors, if that saves time [auto]")
      ->transform(autoOrUpTo(LaneOptions::most))
      ->option_text("N")
      ->group("Experiment");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options
      ->add_option("--json-events", jsonEvents,
                   "How many instances the JSON lists one by one: a number, or "
                   "all [" +
                       std::to_string(defaultListedEvents) + "]")
      ->transform(allOrNumber())
      ->option_text("N")
      ->group("Files");
  options->footer("Example:\n  pinstripe compare --keep 'sum = .*' --stdin "
                  "in.txt -- ./sample");
}

llvm::Expected<CompareOptions> CompareCommand::readOptions() const {
  CompareOptions result;
  result.seconds = seconds;
  result.lanes.lanes.reset();
  if (lanes != 0)
    result.lanes.lanes = lanes;
  if (expected.empty())
    return result;
  auto content = llvm::MemoryBuffer::getFile(expected);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + expected + ": " +
                                        content.getError().message());
  result.expectedOutput = (*content)->getBuffer().str();
  return result;
}

llvm::Error CompareCommand::report(const CompareSummary &summary) const {
  if (json != "-")
    writeComparison(summary, styleFor(STDOUT_FILENO), llvm::outs());
  if (json.empty())
    return llvm::Error::success();
  return writeOutputFile(json, [&](llvm::raw_ostream &stream) {
    writeComparisonJSON(summary, jsonEvents, stream);
  });
}

llvm::Expected<ExitStatus> CompareCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  llvm::Expected<CompareOptions> settings = readOptions();
  if (!settings)
    return settings.takeError();
  const std::atomic<bool> &interrupted = watchForInterrupts();
  StatusLine status;
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  auto recorded = caseOptions.obtain(words, record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  settings->lanes.say = record.say;
  settings->progress = [&](llvm::StringRef step, uint64_t tests) {
    status.show(step.str() + ", " + counted(tests, "run"));
  };
  auto summary = compareSlices(**recorded, interrupted, *settings);
  status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = stopwatch.seconds();
  if (llvm::Error error = report(*summary))
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createCompareCommand(CLI::App &app) {
  return std::make_unique<CompareCommand>(app);
}
