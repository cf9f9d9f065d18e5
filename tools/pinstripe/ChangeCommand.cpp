// The common part of the verbs that change a run in order to correct its
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Change/ExpectedOutput.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

void ChangeCommand::addExpectedOutput(const std::string &help) {
  options->add_option("--expect-stdout", expected, help)
      ->option_text("FILE")
      ->group(group::question);
}

void ChangeCommand::addOtherRuns() {
  options
      ->add_option("--passing", passingFile,
                   "Runs that are right as they are, one a line, written as "
                   "after the program: -n 3 < in2.txt. A change counts only if "
                   "they stay as they are")
      ->option_text("FILE")
      ->group(group::question);
  options
      ->add_option("--failing", failingFile,
                   "More runs that are wrong, one a line, each with the output "
                   "it should have: -n 4 < in3.txt > right3.txt. A change "
                   "counts only if it mends them, too")
      ->option_text("FILE")
      ->group(group::question);
}

llvm::Error ChangeCommand::readRuns() {
  auto read = [](const std::string &file, OtherRunKind kind,
                 std::vector<OtherRun> &runs) {
    return file.empty() ? llvm::Error::success()
                        : readOtherRuns(file, kind).moveInto(runs);
  };
  if (llvm::Error error = read(passingFile, OtherRunKind::Passing, passing))
    return error;
  return read(failingFile, OtherRunKind::Failing, failing);
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
  if (llvm::Error error = readRuns())
    return error;
  return withCase(words, [&](OpenedCase &opened) {
    fitExpectedOutput(opened);
    if (expectedOutput)
      if (llvm::Error error = ResultDocuments(opened.recorded.directory)
                                  .writeExpectedOutput(*expectedOutput))
        return llvm::Expected<ExitStatus>(std::move(error));
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
