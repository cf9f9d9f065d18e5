// The verb `transitions`: finds where the cause of a failure moves from one
// variable to another.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "CommonOptions.h"
#include "pinstripe/Driver/Transitions/TransitionVerb.h"

using namespace pinstripe;

namespace {

class TransitionsCommand : public CaseCommand {
public:
  explicit TransitionsCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  TransitionOptions settings;
  std::string passingFile;
};

} // namespace

static VerbDescription describeTransitions() {
  return {
      "transitions",
      "Compares a failing run with a passing one, and finds where the cause "
      "of the failure moves from one variable to another",
      {"--passing FILE [OPTIONS] -- PROGRAM [ARGUMENTS]",
       "--passing FILE [OPTIONS]"},
      {"pinstripe transitions --passing runs.txt --keep '^0 .*' -- ./prog "
       "11 14"}};
}

TransitionsCommand::TransitionsCommand(CLI::App &tool)
    : CaseCommand(tool, describeTransitions(),
                  CaseOptions::Scope::RunAndPredicate) {
  options
      ->add_option("--passing", passingFile,
                   "Runs that pass, one a line, written as after the program: "
                   "-n 3 < in2.txt. The first one that can be compared with "
                   "the failing run is used")
      ->required()
      ->option_text("FILE")
      ->group(group::question);
  options
      ->add_option("--max-tests", settings.maxTests,
                   "Stop after this many changed runs")
      ->check(wholeAboveZero())
      ->option_text("N")
      ->group(group::budget);
  addMaxTime();
  addJSON();
}

llvm::Expected<ExitStatus> TransitionsCommand::run(const CommandWords &words) {
  if (llvm::Error error = readOtherRuns(passingFile, OtherRunKind::Passing)
                              .moveInto(settings.passing))
    return error;
  return withCase(words, [&](OpenedCase &opened) {
    settings.progress = opened.status.listener();
    return report(opened, findTransitions(opened, settings), writeTransitions,
                  writeTransitionsJSON);
  });
}

std::unique_ptr<Command> pinstripe::createTransitionsCommand(CLI::App &tool) {
  return std::make_unique<TransitionsCommand>(tool);
}
