// The common part of the verbs that change a run in order to correct its
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Change/ExpectedOutput.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

void ChangeCommand::addExpectedOutput(const std::string &help) {
  options->add_option("--expect-stdout", expected, help)
      ->option_text("FILE")
      ->group(group::question);
}

void ChangeCommand::addBudget() {
  options
      ->add_option("--max-tests", maxTests, "Stop after this many changed runs")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::budget);
  addMaxTime();
}

void ChangeCommand::addLimit(const std::string &things) {
  options
      ->add_option("--limit", limit,
                   "Show at most this many " + things + " [10]")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::output);
}

llvm::Error ChangeCommand::readExpectedOutput() {
  if (expected.empty())
    return llvm::Error::success();
  auto content = llvm::MemoryBuffer::getFile(expected);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + expected + ": " +
                                        content.getError().message());
  expectedOutput = (*content)->getBuffer().str();
  return llvm::Error::success();
}

llvm::Expected<ExitStatus> ChangeCommand::experiment(const CommandWords &words,
                                                     Work work) {
  if (llvm::Error error = readExpectedOutput())
    return error;
  return withCase(words, [&](OpenedCase &opened) {
    fitExpectedOutput(opened);
    return work(opened);
  });
}

/// Removes from the expected output what an editor may have changed, such as
/// line ends, by comparing it with the recorded output. Tells the user what was
/// removed.
void ChangeCommand::fitExpectedOutput(const OpenedCase &opened) {
  if (!expectedOutput)
    return;
  FittedExpectation fitted = fitExpectation(
      *expectedOutput, opened.recorded.observation.standardOutput, expected);
  expectedOutput = std::move(fitted.text);
  for (const std::string &note : fitted.notes)
    opened.record.say(note);
}

ChangeOptions ChangeCommand::changeOptions(OpenedCase &opened) const {
  ChangeOptions result;
  result.expectedOutput = expectedOutput;
  result.maxTests = maxTests;
  result.lanes = laneOptions(opened.record);
  result.progress = opened.status.listener();
  return result;
}

llvm::Expected<ExitStatus>
ChangeCommand::report(OpenedCase &opened,
                      llvm::Expected<ChangeSummary> summary) {
  auto writeText = [&](const ChangeSummary &found, const TextStyle &style,
                       llvm::raw_ostream &stream) {
    writeChanges(found, style, limit, stream);
  };
  return report(opened, std::move(summary), writeText, writeChangesJSON);
}
