//===- SwitchCommand.cpp - pinstripe switch -------------------------------===//
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
#include "pinstripe/Driver/SwitchSession.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class SwitchCommand : public Command {
public:
  explicit SwitchCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<SwitchOptions> readOptions() const;

  CaseOptions caseOptions;
  std::string expected;
  SwitchBudget budget;
  size_t limit = 10;
  std::string json;
};

} // namespace

SwitchCommand::SwitchCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "switch", "Changes the decisions of a run, one at a time, and says "
                    "which make the output right: `pinstripe switch "
                    "--expect-stdout FILE [OPTIONS] -- PROGRAM [ARGUMENTS]`")),
      caseOptions(*options, /*statesPredicate=*/false) {
  options
      ->add_option("--expect-stdout", expected,
                   "What the program should have printed")
      ->option_text("FILE")
      ->required()
      ->group("Experiment");
  options
      ->add_option("--max-tests", budget.tests,
                   "End after so many changed runs")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Experiment");
  options
      ->add_option("--max-time", budget.seconds,
                   "End when the runs have taken so long")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Experiment");
  options->add_option("--limit", limit, "How many conditions are shown [10]")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Experiment");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options->footer("Example:\n  pinstripe switch --expect-stdout right.txt "
                  "--stdin in.txt -- ./prog");
}

llvm::Expected<SwitchOptions> SwitchCommand::readOptions() const {
  auto content = llvm::MemoryBuffer::getFile(expected);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + expected + ": " +
                                        content.getError().message());
  SwitchOptions result;
  result.expectedOutput = (*content)->getBuffer().str();
  result.budget = budget;
  return result;
}

llvm::Expected<ExitStatus> SwitchCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  llvm::Expected<SwitchOptions> settings = readOptions();
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
  settings->progress = [&](uint64_t made, uint64_t all) {
    status.show("switching, " + std::to_string(made) + " of " +
                std::to_string(all) + " changed runs");
  };
  auto summary = switchDecisions(**recorded, interrupted, *settings);
  status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = stopwatch.seconds();
  if (json != "-")
    writeSwitches(*summary, styleFor(STDOUT_FILENO), limit, llvm::outs());
  if (!json.empty())
    if (llvm::Error error =
            writeOutputFile(json, [&](llvm::raw_ostream &stream) {
              writeSwitchesJSON(*summary, stream);
            }))
      return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createSwitchCommand(CLI::App &app) {
  return std::make_unique<SwitchCommand>(app);
}
