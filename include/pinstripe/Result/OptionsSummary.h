// Defines the result of `pinstripe options`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OPTIONSSUMMARY_H
#define PINSTRIPE_RESULT_OPTIONSSUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// A command line that was tested, with the environment.
struct TestedStart {
  std::vector<std::string> arguments; ///< Without the program.
  /// The variables that are set beside those of the base; see
  /// OptionsSummary::base.
  std::map<std::string, std::string> set = {};
  /// The variables of the base, or of the original environment, that must be
  /// removed.
  std::vector<std::string> unset = {};
  /// The files that arguments name and that need not exist.
  std::vector<std::string> missingFiles = {};
  /// The whole command line for a shell, with `env` in front if the environment
  /// is changed.
  std::string command = {};
};

/// Something that the result has, and without which the run no longer fails; or
/// a difference between the two command lines of an isolated difference.
struct NeededOption {
  std::string kind; ///< "argument", "variable" or "file".
  /// What the failing start has, quoted for a shell; empty if there is nothing.
  std::string text;
  /// What the passing start has; empty if there is nothing.
  std::string passing;
  /// The argument of which this is a part; empty if it is no part.
  std::string argument;
  /// The outcome without it; nullopt if that was not tested.
  std::optional<Outcome> without;
};

/// A stage of a search.
struct OptionsLevel {
  std::string elements; ///< What the elements are: "arguments", ...
  uint64_t before = 0;  ///< How many there were.
  uint64_t after = 0;   ///< How many were left.
  uint64_t tests = 0;   ///< How many runs were made.
};

/// The result of `pinstripe options`.
struct OptionsSummary : SearchSummary {
  TestedStart original;
  /// What the variables of command lines are added to: "minimal" for an
  /// environment with nothing but PATH, or "current" for that of the user.
  std::string base;
  SearchForm form = SearchForm::Minimise;
  /// The shortest command line that was seen to fail; nullopt if the form does
  /// not look for one.
  std::optional<TestedStart> failing;
  /// The longest command line that was seen to pass; nullopt if the form does
  /// not look for one.
  std::optional<TestedStart> passing;
  /// To minimise: what the failing command line needs. Otherwise: how the
  /// failing command line differs from the passing one.
  std::vector<NeededOption> needed;
  /// How many arguments, variables and files the search began with.
  uint64_t arguments = 0, variables = 0, files = 0;
  std::vector<OptionsLevel> levels;
  Minimality minimality = Minimality::None;
  /// How often the result was run again, and how often it failed again.
  unsigned repeated = 0, reproduced = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OPTIONSSUMMARY_H
