// Defines the common part of the results of all searches that reduce an input,
// a command line, a list of actions or another circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SEARCHSUMMARY_H
#define PINSTRIPE_RESULT_SEARCHSUMMARY_H

#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/RunHeader.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The goal of a search. A configuration is a subset of the elements of a
/// circumstance, such as the lines of an input.
enum class SearchForm : uint8_t {
  Minimise, ///< The goal is the smallest configuration that fails.
  Maximise, ///< The goal is the largest configuration that passes.
  /// The goal is a minimal difference between a configuration that passes and
  /// one that fails.
  Isolate,
};

/// Returns "minimise", "maximise" or "isolate".
llvm::StringRef formName(SearchForm form);

/// A stage of a search, which tries to leave out elements of one kind.
struct SearchStage {
  std::string elements; ///< The kind of elements, such as "lines".
  /// The number of elements before and after the stage.
  uint64_t before = 0, after = 0;
  uint64_t tests = 0; ///< How many runs the stage made.
};

/// The part of a search's result that is the same for all circumstances, such
/// as inputs or command lines.
struct SearchSummary {
  std::string version; ///< The version of Pinstripe that made the result.
  std::string program; ///< The program's name, as the user has typed it.
  /// The predicates as options of the command line, such as `--same-exit`.
  std::vector<std::string> predicates;
  std::string ending; ///< How the failing run ended, such as "exit status 1".
  std::string algorithm;
  /// The number of candidates, in total and by outcome. Candidates whose
  /// outcome came from the cache are included.
  TestCounts counts;
  uint64_t runs = 0;   ///< How many tests ran the program.
  uint64_t stored = 0; ///< How many outcomes were known from earlier searches.
  /// How many tests were UNRESOLVED, by cause, such as "crash", "hang" or
  /// "syntax".
  std::map<std::string, uint64_t> causes;
  unsigned lanes = 1;
  double totalSeconds = 0; ///< The time that the command took, in seconds.
  bool interrupted = false;
  /// The limit that ended the search early; nullopt if no limit did.
  std::optional<BudgetLimit> exhausted = {};
  /// The error that ended the search early; empty if there was none.
  std::string failure = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SEARCHSUMMARY_H
