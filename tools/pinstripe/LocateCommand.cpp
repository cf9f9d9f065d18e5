//===- LocateCommand.cpp - pinstripe locate -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/LocateSession.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class LocateCommand : public ChangeCommand {
public:
  explicit LocateCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ExitStatus> conduct(Experiment &experiment);

  double seconds = 60;
};

} // namespace

LocateCommand::LocateCommand(CLI::App &app)
    : ChangeCommand(app.add_subcommand(
                        "locate",
                        "Looks for the lines of the source that make the "
                        "output wrong: `pinstripe locate --expect-stdout FILE "
                        "[OPTIONS] -- PROGRAM [ARGUMENTS]`"),
                    /*statesPredicate=*/false) {
  addExpectedOutput();
  options->get_option("--expect-stdout")->required();
  options
      ->add_option("--max-time", seconds,
                   "End after so long, the reading of the case included [60]")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Experiment");
  addLanes();
  addOutput("lines");
  options->footer("Example:\n  pinstripe locate --expect-stdout right.txt "
                  "--stdin in.txt -- ./prog");
}

llvm::Expected<ExitStatus> LocateCommand::conduct(Experiment &experiment) {
  LocateOptions settings;
  settings.expectedOutput = expectedOutput;
  settings.seconds = searchSeconds(seconds, experiment.stopwatch.seconds());
  settings.lanes = laneOptions(experiment.record);
  settings.progress = stepProgress(experiment);
  auto summary = locate(experiment.recorded, experiment.stop, settings);
  experiment.status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = experiment.stopwatch.seconds();
  llvm::Error error = report(
      [&](llvm::raw_ostream &stream) {
        writeLocation(*summary, styleFor(STDOUT_FILENO), limit, stream);
      },
      [&](llvm::raw_ostream &stream) { writeLocationJSON(*summary, stream); });
  if (error)
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

llvm::Expected<ExitStatus> LocateCommand::run(const CommandWords &words) {
  return experiment(
      words, [&](Experiment &experiment) { return conduct(experiment); });
}

std::unique_ptr<Command> pinstripe::createLocateCommand(CLI::App &app) {
  return std::make_unique<LocateCommand>(app);
}
