// Defines the result of `pinstripe input`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_INPUTSUMMARY_H
#define PINSTRIPE_RESULT_INPUTSUMMARY_H

#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/RunHeader.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// What a search of a circumstance looks for.
enum class SearchForm : uint8_t {
  Minimise, ///< The smallest configuration that still fails.
  Maximise, ///< The largest configuration that still passes.
  /// A minimal difference between a configuration that passes and one that
  /// fails.
  Isolate,
};

/// Returns "minimise", "maximise" or "isolate".
llvm::StringRef formName(SearchForm form);

/// One input of the program, as it was and as it is after the search.
struct ReducedInput {
  std::string path; ///< Empty for standard input.
  std::string original;
  /// The content with which the run still fails.
  std::string failing;
  /// The content with which the run passes. Set for the forms that look for it.
  std::string passing;
  /// The paths of the files that have these contents; empty if none was
  /// written.
  std::string failingFile, passingFile;
};

/// A stage of a search: the inputs were split into parts of one kind.
struct InputLevel {
  std::string parts;     ///< "lines", "tokens", ...
  uint64_t elements = 0; ///< How many parts could be removed.
  uint64_t left = 0;     ///< How many of them were left.
  uint64_t tests = 0;    ///< How many runs were made.
};

/// The result of `pinstripe input`.
struct InputSummary {
  std::string version; ///< The version of Pinstripe that made the result.
  std::string program; ///< The program's name, as the user has typed it.
  std::vector<std::string> arguments;
  /// The predicates as options of the command line: `--same-exit`.
  std::vector<std::string> predicates;
  /// How the failing run ended: "exit status 1".
  std::string ending;
  SearchForm form = SearchForm::Minimise;
  std::string algorithm;
  std::vector<ReducedInput> inputs;
  std::vector<InputLevel> levels;
  /// The number of candidates by outcome. Candidates whose outcome was
  /// remembered are among them.
  TestCounts counts;
  uint64_t runs = 0;   ///< How many tests needed a run.
  uint64_t stored = 0; ///< How many outcomes earlier searches had stored.
  /// How many tests were UNRESOLVED, by cause: "crash", "hang", ...
  std::map<std::string, uint64_t> causes;
  /// What is proved about the result, in terms of the parts that `proven`
  /// names, such as "characters".
  Minimality minimality = Minimality::None;
  std::string proven;
  /// True if even the empty input fails, so that nothing was searched.
  bool emptyFails = false;
  /// How often the result was tested again, and how often it failed again.
  unsigned repeated = 0, reproduced = 0;
  unsigned lanes = 1;
  double seconds = 0;      ///< The time that the search took.
  double totalSeconds = 0; ///< The time that the command took.
  bool interrupted = false;
  /// The limit that ended the search early; nullopt if no limit did.
  std::optional<BudgetLimit> exhausted = {};
  /// The error that ended the search early; empty if there was none.
  std::string failure = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_INPUTSUMMARY_H
