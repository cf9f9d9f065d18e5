// Defines the result of `pinstripe options`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OPTIONSSUMMARY_H
#define PINSTRIPE_RESULT_OPTIONSSUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// A command line and an environment with which the program was tested.
struct TestedStart {
  /// The arguments without the name of the program.
  std::vector<std::string> arguments;
  /// The variables that the test sets in addition to those of the base
  /// environment; see OptionsSummary::base.
  std::map<std::string, std::string> set = {};
  /// The variables that the test removes from the environment.
  std::vector<std::string> unset = {};
  /// The files that arguments name and that were missing in the test.
  std::vector<std::string> missingFiles = {};
  /// The whole command line as a user types it in a shell. It begins with `env`
  /// if the environment is changed.
  std::string command = {};
};

/// If the search minimises, a part of the failing command line that is needed:
/// without it, the command line no longer fails. If the search isolates, a
/// difference between the failing and the passing command line.
struct NeededOption {
  std::string kind; ///< What is needed: "argument", "variable" or "file".
  /// The part of the failing command line that makes the difference: an
  /// argument, a part of one, a variable or a file, quoted for a shell. Empty
  /// if the failing command line lacks something that the passing one has.
  std::string text;
  /// The text that the passing command line has where the failing one has
  /// `text`; empty if it has nothing there.
  std::string passing;
  /// The whole argument, if only a part of an argument is needed; otherwise
  /// empty.
  std::string argument;
  /// The outcome of a test in which only this part was missing from the failing
  /// command line; nullopt if there was no such test.
  std::optional<Outcome> without;
};

/// The result of `pinstripe options`.
struct OptionsSummary : SearchSummary {
  TestedStart original;
  /// The base environment, to which the variables in command lines are added:
  /// "minimal" has only PATH, and "current" is the environment of the user.
  std::string base;
  SearchForm form = SearchForm::Minimise;
  /// The shortest command line that failed in a test; nullopt if the search
  /// does not look for one.
  std::optional<TestedStart> failing;
  /// The longest command line that passed in a test; nullopt if the search does
  /// not look for one.
  std::optional<TestedStart> passing;
  /// If the search minimises, the parts of the failing command line that are
  /// needed: without any one of them, it no longer fails. Otherwise, the
  /// differences between the failing and the passing command line.
  std::vector<NeededOption> needed;
  /// How many arguments, variables and files there were before the search.
  uint64_t arguments = 0, variables = 0, files = 0;
  std::vector<SearchStage> levels;
  Minimality minimality = Minimality::None;
  /// How often the result was run again, and how many of these runs failed,
  /// too.
  unsigned repeated = 0, reproduced = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OPTIONSSUMMARY_H
