//===- ReplaceCommand.cpp - The verb `replace` ----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"

using namespace pinstripe;

namespace {

class ReplaceCommand : public ChangeCommand {
public:
  explicit ReplaceCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;
};

} // namespace

ReplaceCommand::ReplaceCommand(CLI::App &app)
    : ChangeCommand(
          app.add_subcommand(
              "replace",
              "What if a statement had found or left another value: `pinstripe "
              "replace --expect-stdout FILE [OPTIONS] -- PROGRAM [ARGUMENTS]`"),
          /*statesPredicate=*/false) {
  addExpectedOutput();
  options->get_option("--expect-stdout")->required();
  addBudget();
  addLanes();
  addOutput("statements");
  options->footer("Example:\n  pinstripe replace --expect-stdout right.txt "
                  "--stdin in.txt -- ./prog");
}

llvm::Expected<ExitStatus> ReplaceCommand::run(const CommandWords &words) {
  return experiment(words, [&](Experiment &experiment) {
    return report(experiment,
                  replaceValues(experiment.recorded, experiment.stop,
                                changeOptions(experiment)));
  });
}

std::unique_ptr<Command> pinstripe::createReplaceCommand(CLI::App &app) {
  return std::make_unique<ReplaceCommand>(app);
}
