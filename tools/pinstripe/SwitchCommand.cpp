// The verb `switch`: changes how conditions of a run are decided.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "pinstripe/Execution/LiveChange.h"

using namespace pinstripe;

namespace {

class SwitchCommand : public ChangeCommand {
public:
  explicit SwitchCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  size_t chain = 3;
};

} // namespace

static VerbDescription describeSwitch() {
  return {
      "switch",
      "Changes decisions of a run, one at a time, and lists those that make "
      "the output right",
      {"[--expect-stdout FILE] [OPTIONS] -- PROGRAM [ARGUMENTS]"},
      {"pinstripe switch --expect-stdout right.txt --stdin in.txt -- "
       "./prog"}};
}

SwitchCommand::SwitchCommand(CLI::App &tool)
    : ChangeCommand(tool, describeSwitch(), CaseOptions::Scope::Run) {
  addExpectedOutput();
  options
      ->add_option("--chain", chain,
                   "If no single switch makes the output right but one makes "
                   "more of it right, continue from there, with up to this "
                   "many switches in one run [3]")
      ->option_text("N")
      ->check(CLI::Range(size_t(1), maxLiveChanges))
      ->group(group::search);
  addLanes("Changed runs");
  addBudget();
  addLimit("conditions");
  addJSON();
  addReport();
  addAnnotations();
}

llvm::Expected<ExitStatus> SwitchCommand::run(const CommandWords &words) {
  return experiment(words, [&](OpenedCase &opened) {
    ChangeOptions settings = changeOptions(opened);
    settings.chain = chain;
    return report(opened, findChanges(ChangeKind::Switch, opened, settings));
  });
}

std::unique_ptr<Command> pinstripe::createSwitchCommand(CLI::App &tool) {
  return std::make_unique<SwitchCommand>(tool);
}
