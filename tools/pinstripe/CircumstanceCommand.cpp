// The common part of the verbs that search a circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CircumstanceCommand.h"
#include "CaseOptions.h"
#include "Choices.h"
#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

CircumstanceCommand::CircumstanceCommand(CLI::App &tool, VerbDescription text)
    : Command(tool, std::move(text)) {
  addProgress(*options, terminal);
}

void CircumstanceCommand::addPredicates() {
  PredicateSpec &predicate = program.predicate;
  options
      ->add_flag("--same-stdout", predicate.sameStdout,
                 "All of standard output; the default if no other option of "
                 "this group is given and the run does not crash")
      ->group(group::predicate);
  options
      ->add_flag("--same-stderr", predicate.sameStderr, "All of standard error")
      ->group(group::predicate);
  options
      ->add_flag("--same-exit", predicate.sameExit,
                 "The exit status, or the crash as with --same-crash")
      ->group(group::predicate);
  options
      ->add_flag("--same-crash", predicate.sameCrash,
                 "The crash: its signal, and the message of an assertion, an "
                 "uncaught exception or a sanitizer. The default if the run "
                 "crashes and no other option of this group is given")
      ->group(group::predicate);
  options
      ->add_option("--keep", predicate.keep,
                   "All matches of this POSIX extended regular expression in "
                   "standard output, line by line and in this order, as `grep "
                   "-oE` prints them; may be repeated")
      ->allow_extra_args(false)
      ->option_text("REGEX")
      ->group(group::predicate);
  options
      ->add_option("--check", predicate.checks,
                   "A program that decides, as for `git bisect run`: exit "
                   "status 0: the run fails as it should, 125: can't tell, "
                   "others: it does not. Its environment has the files "
                   "PINSTRIPE_STDOUT and PINSTRIPE_STDERR and the status "
                   "PINSTRIPE_EXIT; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PROGRAM")
      ->group(group::predicate);
}

void CircumstanceCommand::addRightRuns() {
  options
      ->add_option("--reference", program.reference,
                   "A program that does what is right, such as an older "
                   "version: a run fails if it differs from that of the "
                   "reference, with the same input, in the same way as the "
                   "given run. What both refuse is right")
      ->option_text("PROGRAM")
      ->group(group::predicate);
  options
      ->add_option("--expect-stdout", program.expectedOutput,
                   "A file with the output that every run should print, with "
                   "exit status 0: a run fails if it differs from that in the "
                   "same way as the given run")
      ->option_text("FILE")
      ->group(group::predicate);
}

void CircumstanceCommand::addRunOptions() {
  options
      ->add_option("--env", program.environment,
                   "Adds a variable to the environment of the program, which "
                   "is otherwise reduced to a few variables; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group::run);
  options
      ->add_option("--timeout", program.wallLimitSeconds,
                   "Time limit of a run; one that takes longer is unresolved "
                   "[10]")
      ->check(aboveZero())
      ->option_text("SECONDS")
      ->group(group::run);
  options
      ->add_option("--repeat", program.repeat,
                   "How many runs must fail before the search begins, and how "
                   "many confirm its result [3]")
      ->check(CLI::Range(1, 1000))
      ->option_text("N")
      ->group(group::run);
  addConfinement(*options, program.containment);
  options
      ->add_option("--run-limit", program.containment.limits,
                   "What a run may use up; a run that reaches a limit ends and "
                   "counts as unresolved. The names: " +
                       describeLimitNames() + "; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group::sandbox);
}

void CircumstanceCommand::addAlgorithm(
    std::string &algorithm, llvm::StringRef usual,
    const std::vector<std::string> &forTrees) {
  std::vector<std::string> names;
  for (const Algorithm &each : allAlgorithms())
    names.push_back(each.name.str());
  std::string text = "How the search proceeds, as for `pinstripe reduce`: " +
                     CLI::detail::join(names, ", ");
  if (!forTrees.empty())
    text += "; with --grammar also " + CLI::detail::join(forTrees, ", ");
  names.insert(names.end(), forTrees.begin(), forTrees.end());
  options->add_option("--algorithm", algorithm, text + " [" + usual.str() + "]")
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group(group::search);
}

void CircumstanceCommand::addSearchOptions() {
  options
      ->add_option("-j,--jobs", program.lanes,
                   "Runs at once: a number, or auto: as many as there are "
                   "processors [auto]. The result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::max))
      ->option_text("N")
      ->group(group::search);
  options
      ->add_flag("--fresh", program.fresh,
                 "Make all tests again, instead of resuming with those that "
                 "earlier searches have stored")
      ->group(group::search);
  options
      ->add_option("--max-tests", maxTests,
                   "Stop after this many runs. The best result so far is "
                   "written, and the same command again resumes there")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::budget);
  options
      ->add_option("--max-time", maxSeconds,
                   "Stop after this time, with what there is")
      ->check(aboveZero())
      ->option_text("SECONDS")
      ->group(group::budget);
  options
      ->add_option("--tests", program.directory,
                   "Folder in which the tests are stored, to resume a search "
                   "[.pinstripe]")
      ->option_text("DIR")
      ->group(group::output);
}

void CircumstanceCommand::addJSON() {
  options
      ->add_option("--json", json,
                   "Write the result as JSON to this file; -: to standard "
                   "output, in place of the text")
      ->option_text("FILE")
      ->group(group::output);
}

llvm::Expected<ProgramCaseOptions>
CircumstanceCommand::programOf(const CommandWords &words,
                               StatusLine &status) const {
  if (llvm::Error error = checkAssignments(program.environment))
    return error;
  ProgramCaseOptions stated = program;
  stated.words = words;
  stated.say = [&status](llvm::StringRef text) {
    status.clear();
    messages() << printableLines(text) << '\n';
  };
  return stated;
}
