//===- OmitCommand.cpp - pinstripe omit -----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"
#include "pinstripe/Driver/Omission.h"
#include "pinstripe/Support/Error.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class OmitCommand : public ChangeCommand {
public:
  explicit OmitCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Error checkQuestion() const;
  llvm::Expected<ExitStatus> tryPlace(Experiment &experiment);
  llvm::Expected<ExitStatus> findCritical(Experiment &experiment);

  std::string place;
  bool isCritical = false;
};

} // namespace

OmitCommand::OmitCommand(CLI::App &app)
    : ChangeCommand(
          app.add_subcommand(
              "omit",
              "What if just this statement had not run: `pinstripe omit "
              "--expect-stdout FILE | --at FILE:LINE[#k] | --critical "
              "[OPTIONS] -- PROGRAM [ARGUMENTS]`"),
          /*statesPredicate=*/true) {
  addExpectedOutput();
  options->get_option("--expect-stdout")
      ->description("Find what makes the output right if it is left out: what "
                    "the program should have printed");
  options
      ->add_option("--at", place,
                   "Leave out what was executed there, or its k-th instance, "
                   "and show what differs")
      ->option_text("FILE:LINE[#k]")
      ->group("Experiment");
  options
      ->add_flag("--critical", isCritical,
                 "Leave out each statement, all its instances, to see which "
                 "ones the output needs; by the predicates below")
      ->group("Experiment");
  addBudget();
  addLanes();
  addOutput("statements");
  options->footer("Example:\n  pinstripe omit --at bug.c:13#2 -- ./prog\n  "
                  "pinstripe omit --critical --keep 'sum = .*' -- ./prog");
}

/// Just one, and nothing that another one is for.
llvm::Error OmitCommand::checkQuestion() const {
  if (!expected.empty() + !place.empty() + isCritical != 1)
    return llvm::make_error<UsageError>(
        "omit takes one of --expect-stdout FILE, --at FILE:LINE and "
        "--critical");
  if (!isCritical && caseOptions.hasPredicate())
    return llvm::make_error<UsageError>(
        "what must come out the same is for --critical only");
  for (const char *name : {"--max-tests", "--max-time", "--limit"})
    if (expected.empty() && options->count(name) != 0)
      return llvm::make_error<UsageError>(std::string(name) +
                                          " goes with --expect-stdout only");
  if (!place.empty() && options->count("--jobs") != 0)
    return llvm::make_error<UsageError>(
        "--at makes a few runs only, one after the other: leave out --jobs");
  return llvm::Error::success();
}

llvm::Expected<ExitStatus> OmitCommand::tryPlace(Experiment &experiment) {
  auto summary = omitAt(experiment.recorded, experiment.stop, place);
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  llvm::Error error = report(
      [&](llvm::raw_ostream &stream) {
        writeTrials(*summary, styleFor(STDOUT_FILENO), stream);
      },
      [&](llvm::raw_ostream &stream) { writeTrialsJSON(*summary, stream); });
  if (error)
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

llvm::Expected<ExitStatus> OmitCommand::findCritical(Experiment &experiment) {
  auto summary = findCriticalStatements(
      experiment.recorded, experiment.stop, laneOptions(experiment.record),
      [&](uint64_t made, uint64_t all) {
        experiment.status.show(std::to_string(made) + " of " +
                               std::to_string(all) + " changed runs");
      });
  experiment.status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = experiment.stopwatch.seconds();
  llvm::Error error = report(
      [&](llvm::raw_ostream &stream) {
        writeCritical(*summary, styleFor(STDOUT_FILENO), stream);
      },
      [&](llvm::raw_ostream &stream) { writeCriticalJSON(*summary, stream); });
  if (error)
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

llvm::Expected<ExitStatus> OmitCommand::run(const CommandWords &words) {
  if (llvm::Error error = checkQuestion())
    return error;
  return experiment(words, [&](Experiment &experiment) {
    if (isCritical)
      return findCritical(experiment);
    if (!place.empty())
      return tryPlace(experiment);
    return report(experiment, omitUnits(experiment.recorded, experiment.stop,
                                        changeOptions(experiment)));
  });
}

std::unique_ptr<Command> pinstripe::createOmitCommand(CLI::App &app) {
  return std::make_unique<OmitCommand>(app);
}
