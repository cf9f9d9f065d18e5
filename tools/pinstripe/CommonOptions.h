// Defines options that verbs of several kinds have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_COMMONOPTIONS_H
#define PINSTRIPE_TOOLS_COMMONOPTIONS_H

#include "Command.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

// The following options say how a program is run.

/// Adds the option `--stdin`, for verbs that do not reduce standard input.
CLI::Option *addStandardInput(CLI::App &command, std::string &file);

/// Adds the option `--env`. The function checkAssignments checks its arguments.
CLI::Option *addEnvironment(CLI::App &command, std::vector<std::string> &words);
/// Returns a UsageError if one of `words`, the arguments of `--env`, is not of
/// the form NAME=VALUE.
llvm::Error checkAssignments(llvm::ArrayRef<std::string> words);

/// Adds the options `--unconfined` and `--rw`.
void addConfinement(CLI::App &command, ContainmentOptions &containment);
/// Adds the option `--run-limit`.
void addRunLimits(CLI::App &command, ContainmentOptions &containment);

// The following options say what must be the same in all runs.

/// The help texts of the options for predicates. Verbs use different words for
/// the output of a run. By default, the texts have the words for a plain run.
struct PredicateHelp {
  std::string outputOption = "--same-stdout";
  std::string output =
      "All of standard output; the default if no other option of this group is "
      "given and the run does not crash";
  std::string messagesOption = "--same-stderr";
  std::string messages = "All of standard error";
  std::string exit = "The exit status, or the crash as with --same-crash";
  std::string crash =
      "The crash: its signal, and the message of an assertion, an uncaught "
      "exception or a sanitizer. The default if the run crashes and no other "
      "option of this group is given";
  std::string keep =
      "All matches of this POSIX extended regular expression in standard "
      "output, line by line and in this order, as `grep -oE` prints them; may "
      "be repeated";
};

/// Adds the options for predicates about the output and the end of a run. The
/// names of the options for output are in `help`, for example `--same-stdout`.
void addPredicates(CLI::App &command, PredicateSpec &predicate,
                   const PredicateHelp &help = {});
/// Adds the option `--keep`.
void addKeep(CLI::App &command, PredicateSpec &predicate,
             const std::string &group, const std::string &help);
/// Adds the option `--check`, whose argument is a program that judges runs. The
/// last three arguments are parts of the help text. `yes` and `no` say what the
/// exit statuses of the check program mean. `environment` says which
/// environment variables it gets.
void addCheck(CLI::App &command, PredicateSpec &predicate,
              const std::string &yes, const std::string &no,
              const std::string &environment);

// The following options are about the search and its result.

/// Returns the names of all reduction algorithms.
std::vector<std::string> algorithmNames();
/// Adds the option `--max-time`.
void addMaxTime(CLI::App &command, std::optional<double> &seconds,
                const std::string &help);
/// Adds the option `--json`.
void addJSON(CLI::App &command, std::string &file);
/// Adds the option `--report`, for verbs that search an input, a command line
/// or the like.
void addSearchPage(CLI::App &command, std::string &file);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMMONOPTIONS_H
