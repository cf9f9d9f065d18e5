//===- LocateCommand.cpp - pinstripe locate -------------------------------===//
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
#include "pinstripe/Driver/LocateSession.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class LocateCommand : public Command {
public:
  explicit LocateCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<LocateOptions> readOptions() const;
  llvm::Error report(const LocateSummary &summary) const;

  CaseOptions caseOptions;
  std::string expected;
  double seconds = 60;
  unsigned lanes = 0; ///< 0: auto
  size_t limit = 10;
  std::string json;
};

} // namespace

LocateCommand::LocateCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "locate", "Looks for the lines of the source that make the output "
                    "wrong: `pinstripe locate --expect-stdout FILE [OPTIONS] "
                    "-- PROGRAM [ARGUMENTS]`")),
      caseOptions(*options, /*statesPredicate=*/false) {
  options
      ->add_option("--expect-stdout", expected,
                   "What the program should have printed")
      ->option_text("FILE")
      ->required()
      ->group("Experiment");
  options
      ->add_option("--max-time", seconds,
                   "What all experiments together may take [60]")
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
  options->add_option("--limit", limit, "How many lines are shown [10]")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Experiment");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options->footer("Example:\n  pinstripe locate --expect-stdout right.txt "
                  "--stdin in.txt -- ./prog");
}

llvm::Expected<LocateOptions> LocateCommand::readOptions() const {
  auto content = llvm::MemoryBuffer::getFile(expected);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + expected + ": " +
                                        content.getError().message());
  LocateOptions result;
  result.expectedOutput = (*content)->getBuffer().str();
  result.seconds = seconds;
  result.lanes.lanes.reset();
  if (lanes != 0)
    result.lanes.lanes = lanes;
  return result;
}

llvm::Error LocateCommand::report(const LocateSummary &summary) const {
  if (json != "-")
    writeLocation(summary, styleFor(STDOUT_FILENO), limit, llvm::outs());
  if (json.empty())
    return llvm::Error::success();
  return writeOutputFile(json, [&](llvm::raw_ostream &stream) {
    writeLocationJSON(summary, stream);
  });
}

llvm::Expected<ExitStatus> LocateCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  llvm::Expected<LocateOptions> settings = readOptions();
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
  auto summary = locate(**recorded, interrupted, *settings);
  status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = stopwatch.seconds();
  if (llvm::Error error = report(*summary))
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createLocateCommand(CLI::App &app) {
  return std::make_unique<LocateCommand>(app);
}
