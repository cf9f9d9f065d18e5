//===- CompareCommand.cpp - pinstripe compare -----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/CompareSession.h"
#include "pinstripe/Report/JSONReporter.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class CompareCommand : public ChangeCommand {
public:
  explicit CompareCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ExitStatus> conduct(Experiment &experiment);

  uint64_t jsonEvents = defaultListedEvents;
};

} // namespace

CompareCommand::CompareCommand(CLI::App &app)
    : ChangeCommand(
          app.add_subcommand("compare",
                             "Shows what slices infer beside what experiments "
                             "prove: `pinstripe compare [OPTIONS] -- PROGRAM "
                             "[ARGUMENTS]`"),
          /*statesPredicate=*/true) {
  addExpectedOutput();
  options->get_option("--expect-stdout")
      ->description("What the program should have printed: decisions are "
                    "switched, too");
  options
      ->add_option("--max-time", budget.seconds,
                   "What each of the reductions, and the switches, may take")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Experiment");
  addLanes();
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

llvm::Expected<ExitStatus> CompareCommand::conduct(Experiment &experiment) {
  CompareOptions settings;
  if (!expected.empty())
    settings.expectedOutput = expectedOutput;
  settings.seconds = budget.seconds;
  settings.lanes = laneOptions(experiment.record);
  settings.progress = stepProgress(experiment);
  auto summary = compareSlices(experiment.recorded, experiment.stop, settings);
  experiment.status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = experiment.stopwatch.seconds();
  llvm::Error error = report(
      [&](llvm::raw_ostream &stream) {
        writeComparison(*summary, styleFor(STDOUT_FILENO), stream);
      },
      [&](llvm::raw_ostream &stream) {
        writeComparisonJSON(*summary, jsonEvents, stream);
      });
  if (error)
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

llvm::Expected<ExitStatus> CompareCommand::run(const CommandWords &words) {
  return experiment(
      words, [&](Experiment &experiment) { return conduct(experiment); });
}

std::unique_ptr<Command> pinstripe::createCompareCommand(CLI::App &app) {
  return std::make_unique<CompareCommand>(app);
}
