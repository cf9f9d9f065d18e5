// Defines options that verbs of several kinds have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CommonOptions.h"
#include "Choices.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

CLI::Option *pinstripe::addStandardInput(CLI::App &command, std::string &file) {
  return command
      .add_option("--stdin", file,
                  "File for standard input [the file after `<`, else empty]")
      ->option_text("FILE")
      ->group(group::run);
}

CLI::Option *pinstripe::addEnvironment(CLI::App &command,
                                       std::vector<std::string> &words) {
  return command
      .add_option("--env", words,
                  "Adds a variable to the environment of the program, which "
                  "is otherwise reduced to a few variables; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group::run);
}

llvm::Error pinstripe::checkAssignments(llvm::ArrayRef<std::string> words) {
  for (const std::string &word : words)
    if (word.find('=') == std::string::npos || word[0] == '=')
      return llvm::make_error<UsageError>("--env " + word +
                                          ": write NAME=VALUE");
  return llvm::Error::success();
}

void pinstripe::addConfinement(CLI::App &command,
                               ContainmentOptions &containment) {
  command
      .add_flag("--unconfined", containment.unconfined,
                "Execute without a sandbox: runs may do whatever you may do, "
                "such as remove files, send signals or use the network")
      ->group(group::sandbox);
  command
      .add_option("--rw", containment.writablePaths,
                  "File or folder that runs change for good; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PATH")
      ->group(group::sandbox);
}

void pinstripe::addRunLimits(CLI::App &command,
                             ContainmentOptions &containment) {
  command
      .add_option("--run-limit", containment.limits,
                  "What a run may use up; a run that reaches a limit ends and "
                  "counts as unresolved. The names: " +
                      describeLimitNames() + "; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group::sandbox);
}

void pinstripe::addPredicates(CLI::App &command, PredicateSpec &predicate,
                              const PredicateHelp &help) {
  auto flag = [&](const std::string &name, bool &value,
                  const std::string &text) {
    command.add_flag(name, value, text)->group(group::predicate);
  };
  flag(help.outputOption, predicate.sameStdout, help.output);
  flag(help.messagesOption, predicate.sameStderr, help.messages);
  flag("--same-exit", predicate.sameExit, help.exit);
  flag("--same-crash", predicate.sameCrash, help.crash);
  addKeep(command, predicate, group::predicate, help.keep);
}

void pinstripe::addKeep(CLI::App &command, PredicateSpec &predicate,
                        const std::string &group, const std::string &help) {
  command.add_option("--keep", predicate.keep, help)
      ->allow_extra_args(false)
      ->option_text("REGEX")
      ->group(group);
}

void pinstripe::addCheck(CLI::App &command, PredicateSpec &predicate,
                         const std::string &yes, const std::string &no,
                         const std::string &environment) {
  command
      .add_option("--check", predicate.checks,
                  "A program that decides, as for `git bisect run`: exit "
                  "status 0: " +
                      yes + ", 125: can't tell, others: " + no +
                      ". Its environment has " + environment +
                      "; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PROGRAM")
      ->group(group::predicate);
}

std::vector<std::string> pinstripe::algorithmNames() {
  std::vector<std::string> names;
  for (const Algorithm &each : allAlgorithms())
    names.push_back(each.name.str());
  return names;
}

void pinstripe::addMaxTime(CLI::App &command, std::optional<double> &seconds,
                           const std::string &help) {
  command.add_option("--max-time", seconds, help)
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group(group::budget);
}

void pinstripe::addJSON(CLI::App &command, std::string &file) {
  command
      .add_option("--json", file,
                  "Write the result as JSON to this file; -: to standard "
                  "output, in place of the text")
      ->option_text("FILE")
      ->group(group::output);
}
