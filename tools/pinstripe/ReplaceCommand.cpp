// The verb `replace`: tries other values for statements, to correct the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"

using namespace pinstripe;

namespace {

class ReplaceCommand : public ChangeCommand {
public:
  explicit ReplaceCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;
};

} // namespace

static VerbDescription describeReplace() {
  return {"replace",
          "Gives statements other values, one at a time, and lists those that "
          "make the output right",
          {"[--expect-stdout FILE] [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe replace --expect-stdout right.txt --stdin in.txt -- "
           "./prog"}};
}

ReplaceCommand::ReplaceCommand(CLI::App &tool)
    : ChangeCommand(tool, describeReplace(), CaseOptions::Scope::Run) {
  addExpectedOutput();
  addLanes("Changed runs");
  addBudget();
  addLimit("statements");
  addJSON();
  addReport();
  addAnnotations();
}

llvm::Expected<ExitStatus> ReplaceCommand::run(const CommandWords &words) {
  return experiment(words, [&](OpenedCase &opened) {
    return report(opened, findChanges(ChangeKind::Replacement, opened,
                                      changeOptions(opened)));
  });
}

std::unique_ptr<Command> pinstripe::createReplaceCommand(CLI::App &tool) {
  return std::make_unique<ReplaceCommand>(tool);
}
