// The verb `compare`: shows side by side what slices infer and what changed
// runs prove.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Locate/CompareVerb.h"

using namespace pinstripe;

namespace {

class CompareCommand : public ChangeCommand {
public:
  explicit CompareCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;
};

} // namespace

static VerbDescription describeCompare() {
  return {"compare",
          "Shows what slices infer beside what experiments prove",
          {"[OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe compare --keep 'sum = .*' --stdin in.txt -- ./sample"}};
}

CompareCommand::CompareCommand(CLI::App &tool)
    : ChangeCommand(tool, describeCompare(),
                    CaseOptions::Scope::RunAndPredicate) {
  addExpectedOutput("The output that the program should have printed: also "
                    "shows the decisions that mend it");
  addLanes("Runs");
  addMaxTime();
  addJSON();
  addReport();
  addListedEvents("How many statement instances the JSON lists one by one");
}

llvm::Expected<ExitStatus> CompareCommand::run(const CommandWords &words) {
  return experiment(words, [&](OpenedCase &opened) {
    CompareOptions settings;
    settings.expectedOutput = expectedOutput;
    settings.lanes = laneOptions(opened.record);
    settings.progress = opened.status.listener();
    return report(opened, compareSlices(opened, settings), writeComparison,
                  writeComparisonJSON);
  });
}

std::unique_ptr<Command> pinstripe::createCompareCommand(CLI::App &tool) {
  return std::make_unique<CompareCommand>(tool);
}
