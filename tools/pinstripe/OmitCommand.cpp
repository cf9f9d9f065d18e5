// The verb `omit`: leaves statements out of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

class OmitCommand : public ChangeCommand {
public:
  explicit OmitCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Error checkQuestion() const;
  llvm::Expected<ExitStatus> tryPlace(OpenedCase &opened);
  llvm::Expected<ExitStatus> findCritical(OpenedCase &opened);

  std::string place;
  bool isCritical = false;
};

} // namespace

static VerbDescription describeOmit() {
  return {"omit",
          "Leaves statements out, one at a time, and shows what becomes of the "
          "output",
          {"--expect-stdout FILE [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "--at FILE:LINE[#k] [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "--critical [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe omit --at bug.c:13#2 -- ./prog",
           "pinstripe omit --critical --keep 'sum = .*' -- ./prog"}};
}

OmitCommand::OmitCommand(CLI::App &tool)
    : ChangeCommand(tool, describeOmit(), CaseOptions::Scope::RunAndPredicate) {
  addExpectedOutput("Leave out each statement and list those without which "
                    "the program prints this");
  options
      ->add_option("--at", place,
                   "Leave out what was executed at this line, or its k-th "
                   "instance, and show where the output differs")
      ->option_text("FILE:LINE[#k]")
      ->group(group::question);
  options
      ->add_flag("--critical", isCritical,
                 "Leave out each statement with all its instances, and list "
                 "those without which the output is not the same")
      ->group(group::question);
  addLanes("Changed runs");
  addBudget();
  addLimit("statements");
  addJSON();
  addReport();
  addAnnotations();
}

static constexpr llvm::StringLiteral theQuestions =
    "omit takes one of --expect-stdout FILE, --at FILE:LINE and --critical";

/// Returns a UsageError if the options do not fit together. --expect-stdout,
/// --at and --critical each ask a question, and the user may give at most one
/// of them. Options that belong only to another question are refused. Without
/// any of the three, `omit` looks for statements without which the program does
/// not crash.
llvm::Error OmitCommand::checkQuestion() const {
  if (!expected.empty() + !place.empty() + isCritical > 1)
    return llvm::make_error<UsageError>(theQuestions.str());
  if (!isCritical && caseOptions.hasPredicate())
    return llvm::make_error<UsageError>(
        "the options for what must come out the same need --critical");
  for (const char *name : {"--max-tests", "--max-time", "--limit"})
    if ((!place.empty() || isCritical) && options->count(name) != 0)
      return llvm::make_error<UsageError>(std::string(name) +
                                          " needs --expect-stdout");
  if (!place.empty() && options->count("--jobs") != 0)
    return llvm::make_error<UsageError>(
        "--at makes only a few runs, one after the other: leave out --jobs");
  if (!place.empty() && options->count("--annotations") != 0)
    return llvm::make_error<UsageError>(
        "--at is about a line that you name: leave out --annotations");
  return llvm::Error::success();
}

llvm::Expected<ExitStatus> OmitCommand::tryPlace(OpenedCase &opened) {
  return report(opened, omitAt(opened, place), writeTrials, writeTrialsJSON);
}

llvm::Expected<ExitStatus> OmitCommand::findCritical(OpenedCase &opened) {
  return report(opened,
                findCriticalStatements(opened, laneOptions(opened.record),
                                       opened.status.listener()),
                writeCritical, writeCriticalJSON);
}

llvm::Expected<ExitStatus> OmitCommand::run(const CommandWords &words) {
  if (llvm::Error error = checkQuestion())
    return error;
  return experiment(
      words, [&](OpenedCase &opened) -> llvm::Expected<ExitStatus> {
        if (isCritical)
          return findCritical(opened);
        if (!place.empty())
          return tryPlace(opened);
        if (expected.empty() && !hasCrashed(opened.recorded.observation))
          return llvm::make_error<UsageError>(
              theQuestions + "; it needs none only if the run crashes");
        return report(opened, findChanges(ChangeKind::Omission, opened,
                                          changeOptions(opened)));
      });
}

std::unique_ptr<Command> pinstripe::createOmitCommand(CLI::App &tool) {
  return std::make_unique<OmitCommand>(tool);
}
