//===- SwitchCommand.cpp - pinstripe switch -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"
#include "pinstripe/Execution/LiveChange.h"

using namespace pinstripe;

namespace {

class SwitchCommand : public ChangeCommand {
public:
  explicit SwitchCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  size_t chain = 3;
};

} // namespace

SwitchCommand::SwitchCommand(CLI::App &app)
    : ChangeCommand(app.add_subcommand(
                        "switch",
                        "Changes the decisions of a run, one at a time, and "
                        "says which make the output right: `pinstripe switch "
                        "--expect-stdout FILE [OPTIONS] -- PROGRAM "
                        "[ARGUMENTS]`"),
                    /*statesPredicate=*/false) {
  addExpectedOutput();
  options->get_option("--expect-stdout")->required();
  options
      ->add_option("--chain", chain,
                   "If no single switch makes the output right but one makes "
                   "more of it right, go on from there, up to so many switches "
                   "in one run [3]")
      ->option_text("N")
      ->check(CLI::Range(size_t(1), mostLiveChanges))
      ->group("Experiment");
  addBudget();
  addLanes();
  addOutput("conditions");
  options->footer("Example:\n  pinstripe switch --expect-stdout right.txt "
                  "--stdin in.txt -- ./prog");
}

llvm::Expected<ExitStatus> SwitchCommand::run(const CommandWords &words) {
  return experiment(words, [&](Experiment &experiment) {
    ChangeOptions settings = changeOptions(experiment);
    settings.chain = chain;
    return report(experiment, switchDecisions(experiment.recorded,
                                              experiment.stop, settings));
  });
}

std::unique_ptr<Command> pinstripe::createSwitchCommand(CLI::App &app) {
  return std::make_unique<SwitchCommand>(app);
}
