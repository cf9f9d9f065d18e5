// Defines the result of `pinstripe options`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OPTIONSSUMMARY_H
#define PINSTRIPE_RESULT_OPTIONSSUMMARY_H

#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
struct OptionsSummary {
  std::string version; ///< The version of Pinstripe that made the result.
  std::string program; ///< The program's name, as the user has typed it.
  TestedStart original;
  /// What the variables of command lines are added to: "minimal" for an
  /// environment with nothing but PATH, or "current" for that of the user.
  std::string base;
  /// The predicates as options of the command line: `--same-exit`.
  std::vector<std::string> predicates;
  std::string ending; ///< How the failing run ended: "exit status 1".
  SearchForm form = SearchForm::Minimise;
  std::string algorithm;
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
  /// The number of candidates by outcome. Candidates whose outcome was
  /// remembered are among them.
  TestCounts counts;
  uint64_t runs = 0;   ///< How many tests needed a run.
  uint64_t stored = 0; ///< How many outcomes earlier searches had stored.
  /// How many tests were UNRESOLVED, by cause: "crash", "hang", ...
  std::map<std::string, uint64_t> causes;
  Minimality minimality = Minimality::None;
  /// How often the result was run again, and how often it failed again.
  unsigned repeated = 0, reproduced = 0;
  unsigned lanes = 1;
  double totalSeconds = 0; ///< The time that the command took.
  bool interrupted = false;
  /// The limit that ended the search early; nullopt if no limit did.
  std::optional<BudgetLimit> exhausted = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OPTIONSSUMMARY_H
