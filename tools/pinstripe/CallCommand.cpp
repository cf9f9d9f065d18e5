// The verb `call`: reduces the arguments of a call with which a run fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "CommonOptions.h"
#include "pinstripe/Driver/Call/CallVerb.h"
#include "pinstripe/Driver/Change/ExpectedOutput.h"

using namespace pinstripe;

namespace {

class CallCommand : public CaseCommand {
public:
  explicit CallCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addQuestion();
  void addExpectedOutput();
  void addSearch();
  llvm::Error readExpectation();
  void fitExpectation(const OpenedCase &opened);

  CallOptions settings;
  bool maximise = false, isolate = false;
};

} // namespace

static VerbDescription describeCall() {
  return {"call",
          "Replays a call of a function with other arguments, and reduces them "
          "while the run still fails",
          {"FUNCTION[#N] [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "FUNCTION[#N] [OPTIONS]"},
          {"pinstripe call parse --stdin in.txt -- ./prog",
           "pinstripe call parse#4 --isolate --passing-call 3 -- ./prog"}};
}

CallCommand::CallCommand(CLI::App &tool)
    : CaseCommand(tool, describeCall(), CaseOptions::Scope::RunAndPredicate) {
  addQuestion();
  addExpectedOutput();
  addSearch();
  addJSON();
  addSearchPage();
}

void CallCommand::addQuestion() {
  options
      ->add_option("FUNCTION", settings.function,
                   "The function whose call is replayed, by its name as in "
                   "`Shape::area`; FUNCTION#N: its N-th call")
      ->required()
      ->option_text("FUNCTION")
      ->group(group::question);
  options
      ->add_option("--call", settings.number,
                   "The number of the failing call among all calls of the "
                   "function [the last one]")
      ->check(wholeAboveZero())
      ->option_text("N")
      ->group(group::question);
  options
      ->add_option("--length", settings.lengths,
                   "The argument LENGTH says how many elements the array ARRAY "
                   "has. Without it, a name after the array such as n, len, "
                   "size or count is taken for that; may be repeated")
      ->allow_extra_args(false)
      ->option_text("ARRAY:LENGTH")
      ->group(group::question);
  options
      ->add_option("--only", settings.only,
                   "Change only this argument, or this member of one; may be "
                   "repeated [all]")
      ->allow_extra_args(false)
      ->option_text("ARGUMENT")
      ->group(group::question);
  options
      ->add_flag("--maximise", maximise,
                 "Look, for each argument, for the largest value with which "
                 "the call passes, instead of small ones that fail")
      ->group(group::question);
  options
      ->add_flag("--isolate", isolate,
                 "Look for a minimal difference that decides between a call "
                 "that passes and the one that fails")
      ->excludes("--maximise")
      ->group(group::question);
  options
      ->add_option("--passing-call", settings.passingNumber,
                   "With --isolate: the number of a call that passes [empty "
                   "texts and arrays, and zeros]")
      ->check(wholeAboveZero())
      ->needs("--isolate")
      ->option_text("N")
      ->group(group::question);
}

void CallCommand::addExpectedOutput() {
  options
      ->add_option("--expect-stdout", settings.expectedFile,
                   "A file with the output that the program should print "
                   "after every replayed call, with exit status 0: a call "
                   "fails if the output differs from that in the same way as "
                   "in the recorded run")
      ->option_text("FILE")
      ->group(group::predicate);
}

void CallCommand::addSearch() {
  const std::vector<std::string> names = algorithmNames();
  options
      ->add_option("--algorithm", settings.algorithm,
                   "How elements of texts and arrays are left out, as for "
                   "`pinstripe reduce`: " +
                       CLI::detail::join(names, ", ") +
                       " [halving; ddmax with --maximise, isolate with "
                       "--isolate]")
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group(group::search);
  addLanes("Replayed calls");
  options
      ->add_flag("--fresh", settings.fresh,
                 "Make all tests again, instead of resuming with those that "
                 "earlier searches of the same call have stored")
      ->group(group::search);
  options
      ->add_option("--max-tests", settings.maxTests,
                   "Stop after this many replayed calls. The best result so "
                   "far is written, and the same command again resumes there")
      ->check(wholeAboveZero())
      ->option_text("N")
      ->group(group::budget);
  addMaxTime();
}

/// Reads the file of `--expect-stdout`, if the user has given one.
llvm::Error CallCommand::readExpectation() {
  const std::string &file = settings.expectedFile;
  if (file.empty())
    return llvm::Error::success();
  if (caseOptions.hasPredicate())
    return llvm::make_error<UsageError>(
        "--expect-stdout decides by itself what fails; leave out the other "
        "options of its group");
  return readExpectedOutput(file).moveInto(settings.expectedOutput);
}

/// Removes from the expected output the changes that only an editor has made,
/// such as other line ends, and tells the user what was removed.
void CallCommand::fitExpectation(const OpenedCase &opened) {
  FittedExpectation fitted = pinstripe::fitExpectation(
      settings.expectedOutput, opened.recorded.observation.standardOutput,
      settings.expectedFile);
  settings.expectedOutput = std::move(fitted.text);
  for (const std::string &note : fitted.notes)
    opened.record.say(note);
}

llvm::Expected<ExitStatus> CallCommand::run(const CommandWords &words) {
  if (llvm::Error error = readExpectation())
    return error;
  settings.form = maximise  ? SearchForm::Maximise
                  : isolate ? SearchForm::Isolate
                            : SearchForm::Minimise;
  return withCase(words, [&](OpenedCase &opened) {
    settings.progress = opened.status.listener();
    settings.lanes = laneOptions(opened.record);
    if (!settings.expectedFile.empty())
      fitExpectation(opened);
    return report(opened, reduceCall(opened, settings), writeCall,
                  writeCallJSON);
  });
}

std::unique_ptr<Command> pinstripe::createCallCommand(CLI::App &tool) {
  return std::make_unique<CallCommand>(tool);
}
