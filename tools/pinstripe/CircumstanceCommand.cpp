// The common part of the verbs that reduce a circumstance of a failure, such as
// an input or a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CircumstanceCommand.h"
#include "Choices.h"
#include "GivenFiles.h"
#include "MPILanes.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

CircumstanceCommand::CircumstanceCommand(CLI::App &tool, VerbDescription text)
    : Command(tool, std::move(text)) {
  addProgress(*options, terminal);
}

void CircumstanceCommand::addPredicates(const PredicateHelp &help,
                                        const std::string &checkEnvironment) {
  PredicateSpec &predicate = stated.program.predicate;
  pinstripe::addPredicates(*options, predicate, help);
  addCheck(*options, predicate, "the run fails as it should", "it does not",
           checkEnvironment);
}

void CircumstanceCommand::addRightRuns() {
  options
      ->add_option("--reference", stated.program.reference,
                   "A program that does what is right, such as an older "
                   "version: a run fails if it differs from that of the "
                   "reference, with the same input, in the same way as the "
                   "given run. What both refuse is right")
      ->option_text("PROGRAM")
      ->group(group::predicate);
  options
      ->add_option("--expect-stdout", stated.program.expectedOutput,
                   "A file with the output that every run should print, with "
                   "exit status 0: a run fails if it differs from that in the "
                   "same way as the given run")
      ->option_text("FILE")
      ->group(group::predicate);
}

void CircumstanceCommand::addForms(const std::string &maximiseHelp,
                                   const std::string &isolateHelp,
                                   const std::string &passing) {
  options->add_flag("--maximise", maximise, maximiseHelp)
      ->group(group::question);
  options->add_option("--isolate", stated.passing, isolateHelp)
      ->option_text(passing)
      ->excludes("--maximise")
      ->group(group::question);
}

void CircumstanceCommand::addResultFiles() {
  addJSON(*options, json);
  addSearchPage(*options, page);
}

void CircumstanceCommand::addRunOptions() {
  addEnvironment(*options, stated.program.environment);
  options
      ->add_option("--timeout", stated.program.wallLimitSeconds,
                   "Time limit of a run; one that takes longer is unresolved "
                   "[10]")
      ->check(aboveZero())
      ->option_text("SECONDS")
      ->group(group::run);
  options
      ->add_option("--repeat", stated.program.repeat,
                   "How many runs must fail before the search begins, and how "
                   "many confirm its result [3]")
      ->check(CLI::Range(1, 1000))
      ->option_text("N")
      ->group(group::run);
  addConfinement(*options, stated.program.containment);
  addRunLimits(*options, stated.program.containment);
}

void CircumstanceCommand::addAlgorithm(
    llvm::StringRef usual, const std::vector<std::string> &forTrees) {
  std::vector<std::string> names = algorithmNames();
  std::string text = "How the search proceeds, as for `pinstripe reduce`: " +
                     CLI::detail::join(names, ", ");
  if (!forTrees.empty())
    text += "; with --grammar also " + CLI::detail::join(forTrees, ", ");
  names.insert(names.end(), forTrees.begin(), forTrees.end());
  options
      ->add_option("--algorithm", stated.algorithm,
                   text + " [" + usual.str() + "]")
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group(group::search);
}

void CircumstanceCommand::addSearchOptions() {
  options
      ->add_option("-j,--jobs", stated.program.lanes,
                   "Runs at once: a number, or auto: as many as there are "
                   "processors [auto]. The result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::max))
      ->option_text("N")
      ->group(group::search);
  addLanePlace(*options);
  options
      ->add_flag("--fresh", stated.program.fresh,
                 "Make all tests again, instead of resuming with those that "
                 "earlier searches have stored")
      ->group(group::search);
  options
      ->add_option("--max-tests", stated.budget.maxTests,
                   "Stop after this many runs. The best result so far is "
                   "written, and the same command again resumes there")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::budget);
  addMaxTime(*options, maxSeconds, "Stop after this time, with what there is");
  options
      ->add_option("--tests", stated.program.directory,
                   "Folder in which the tests are stored, to resume a search "
                   "[.pinstripe]")
      ->option_text("DIR")
      ->group(group::output);
}

llvm::Expected<SearchOptions>
CircumstanceCommand::searchOf(const CommandWords &words,
                              StatusLine &status) const {
  if (llvm::Error error = checkAssignments(stated.program.environment))
    return error;
  SearchOptions search = stated;
  if (llvm::Error error =
          startOtherLanes(*options).moveInto(search.program.others))
    return error;
  search.program.words = words;
  search.inputFiles = givenFiles(*options, words);
  search.program.say = [&status](llvm::StringRef text) {
    status.clear();
    messages() << printableLines(text) << '\n';
  };
  search.form = maximise                  ? SearchForm::Maximise
                : !stated.passing.empty() ? SearchForm::Isolate
                                          : SearchForm::Minimise;
  if (maxSeconds)
    search.budget.deadline = Deadline::after(*maxSeconds);
  return search;
}
