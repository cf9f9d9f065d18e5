// The common part of the verbs that change a run in order to correct its
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "Choices.h"
#include "MPILanes.h"
#include "pinstripe/Driver/Change/ExpectedOutput.h"
#include "pinstripe/Driver/Mutate/ReferenceRuns.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

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
  options
      ->add_option("--reference", reference,
                   "A program that is right, such as an older version, and "
                   "takes the same arguments and input. What it prints is "
                   "expected, unless --expect-stdout says something else; and "
                   "runs as for --passing and --failing are made from "
                   "variations of the input")
      ->option_text("PROGRAM")
      ->group(group::question);
}

/// Returns an error if one of `runs` reads an input file in `folder`. Only this
/// machine has this folder, so other machines can't make the run.
static llvm::Error checkElsewhere(llvm::ArrayRef<OtherRun> runs,
                                  llvm::StringRef folder) {
  for (const OtherRun &run : runs)
    for (llvm::StringRef argument : run.arguments)
      if (argument.contains(folder))
        return llvm::make_error<UsageError>(
            "--lanes mpi: " + argument +
            " is not on other machines; leave out --lanes, or copy it to this "
            "folder, and name the copy in the list of runs");
  return llvm::Error::success();
}

/// Checks that the reference program can be executed. If runs may have inputs
/// that were made for the reference program, makes these inputs visible in the
/// sandbox. Called before the recording.
llvm::Error ChangeCommand::checkReference() {
  if (reference)
    if (llvm::Error error = ReferenceProgram::find(*reference).takeError())
      return error;
  // --passing and --failing may name lists of runs that an earlier command has
  // made with a reference program.
  std::string folder =
      CaseDirectory::referenceDirectoryIn(caseOptions.caseDirectory());
  bool mayBeListed = (!passing.empty() || !failing.empty()) &&
                     llvm::sys::fs::is_directory(folder);
  if (mayBeListed && wantsOtherLanes(*options))
    for (const std::vector<OtherRun> &runs : {passing, failing})
      if (llvm::Error error = checkElsewhere(runs, folder))
        return error;
  if (reference || mayBeListed)
    caseOptions.showReferenceRuns();
  return llvm::Error::success();
}

/// Makes runs with other inputs, and judges each by the output of the reference
/// program. If the user gave no expected output, what the reference prints with
/// the recorded input becomes the expected output. There is one exception: a
/// program that has printed the same before it crashed gets no expected output.
llvm::Error ChangeCommand::useReference(OpenedCase &opened) {
  if (!reference)
    return llvm::Error::success();
  llvm::Expected<std::unique_ptr<ReferenceProgram>> started =
      ReferenceProgram::start(opened, *reference);
  if (!started)
    return started.takeError();
  ReferenceProgram &program = **started;
  if (std::string doubt = program.doubt(); !doubt.empty())
    opened.record.say("warning: " + doubt);
  const std::string &right = program.expected().standardOutput;
  if (!expectedOutput && program.saysMore())
    expectedOutput = right;
  else if (expectedOutput && *expectedOutput != right)
    opened.record.say("note: " + expected + " is not what " + *reference +
                      " prints with this input; " + expected + " counts");
  ReferenceRunOptions settings;
  settings.caseDirectory = opened.record.caseDirectory;
  settings.fresh = fresh;
  settings.larger = largerRun;
  settings.progress = opened.status.listener();
  llvm::Expected<ReferenceRuns> made =
      makeReferenceRuns(opened, program, settings);
  opened.status.clear();
  if (!made)
    return made.takeError();
  llvm::append_range(passing, made->passing);
  llvm::append_range(failing, made->failing);
  madeRuns = std::move(made->summary);
  say(opened, *madeRuns);
  return llvm::Error::success();
}

/// Tells the user which folder holds the runs that were made with the reference
/// program, or why no such runs were made.
void ChangeCommand::say(const OpenedCase &opened,
                        const ReferenceSummary &made) const {
  std::string lists;
  if (made.usedPassing != 0)
    lists = "--passing " + made.passingFile();
  if (made.usedFailing != 0)
    lists +=
        (lists.empty() ? "" : " and ") + ("--failing " + made.failingFile());
  if (!lists.empty())
    opened.record.say("note: the runs made from the input are in " +
                      made.folder + "; to use them again, give " + lists);
  else if (made.varied.empty())
    opened.record.say("note: no runs are made, since this run has neither a "
                      "text as its input nor arguments");
  // If the program and the reference print different output in all of at least
  // this many runs, the user may have named the wrong reference. The right
  // reference usually agrees with the program in at least one run.
  constexpr uint64_t manyRuns = 5;
  if (made.failing >= manyRuns && made.passing == 0)
    opened.record.say("warning: " + *reference +
                      " prints something else in all " +
                      counted(made.failing, "run") +
                      " made from the input; is it the right program?");
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

void ChangeCommand::addFresh() {
  options
      ->add_flag("--fresh", fresh,
                 "Run all mutants again, instead of resuming with those that "
                 "earlier searches have stored in the case")
      ->group(group::search);
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
  return pinstripe::readExpectedOutput(expected).moveInto(expectedOutput);
}

llvm::Error ChangeCommand::readQuestion() {
  if (llvm::Error error = readExpectedOutput())
    return error;
  if (llvm::Error error = readRuns())
    return error;
  return checkReference();
}

llvm::Error ChangeCommand::settleQuestion(OpenedCase &opened) {
  fitExpectedOutput(opened);
  if (llvm::Error error = useReference(opened))
    return error;
  if (!expectedOutput)
    return llvm::Error::success();
  return ResultDocuments(opened.recorded.directory)
      .writeExpectedOutput(*expectedOutput);
}

llvm::Expected<ExitStatus> ChangeCommand::experiment(const CommandWords &words,
                                                     Work work) {
  if (llvm::Error error = readQuestion())
    return error;
  return withCase(words, [&](OpenedCase &opened) -> llvm::Expected<ExitStatus> {
    if (llvm::Error error = settleQuestion(opened))
      return error;
    return work(opened);
  });
}

/// Compares the expected output with the recorded output. Removes from the
/// expected output what an editor may have changed, such as the line ends.
/// Tells the user what was removed.
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
