// Holds the result of `source`: the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SOURCESUMMARY_H
#define PINSTRIPE_RESULT_SOURCESUMMARY_H

#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/RunHeader.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A file of the program text, as it was and as it is after the search.
struct ReducedSource {
  std::string path; ///< As the user has typed it.
  std::string original, reduced;
  std::string file; ///< The file that has the reduced text.
};

/// A stage of the search: edits of one kind were tried.
struct SourceStage {
  std::string edits;     ///< "deletions", "lines", ...
  uint64_t round = 0;    ///< From 1 on.
  uint64_t elements = 0; ///< How many edits there were.
  uint64_t made = 0;     ///< How many of them the result has.
  uint64_t runs = 0;     ///< How many runs were made.
  uint64_t refused = 0;  ///< How many texts were refused without a run.
  uint64_t bytes = 0;    ///< The size of all files after the stage.
};

/// The result of `source`.
struct SourceSummary {
  std::string version; ///< The version of Pinstripe that made the result.
  std::string program; ///< The program's name, as the user has typed it.
  std::vector<std::string> arguments;
  /// The predicates as options of the command line: `--same-exit`.
  std::vector<std::string> predicates;
  std::string ending; ///< How the failing run ended: "exit status 1".
  std::string algorithm;
  std::vector<ReducedSource> sources;
  /// Whether texts were refused without a run, because Clang finds errors in
  /// them that the original text does not have.
  bool isChecked = false;
  /// The first error of the original text; empty if there is none.
  std::string firstError;
  std::vector<SourceStage> stages;
  /// The number of candidates by outcome. Candidates whose outcome was
  /// remembered are among them.
  TestCounts counts;
  uint64_t runs = 0;    ///< How many tests needed a run.
  uint64_t refused = 0; ///< How many tests needed no run, but a parse.
  uint64_t stored = 0;  ///< How many outcomes earlier searches had stored.
  /// How many tests were UNRESOLVED, by cause: "syntax", "crash", ...
  std::map<std::string, uint64_t> causes;
  /// True if no edit of any kind can be made any more.
  bool isMinimal = false;
  bool isFormatted = false; ///< True if clang-format has written the result.
  bool emptyFails = false;  ///< True if even the empty text fails.
  unsigned lanes = 1;
  double totalSeconds = 0; ///< The time that the command took.
  bool interrupted = false;
  /// The limit that ended the search early; nullopt if no limit did.
  std::optional<BudgetLimit> exhausted = {};
  /// The error that ended the search early; empty if there was none.
  std::string failure = {};
};

/// How much text there is.
struct TextSize {
  uint64_t lines = 0; ///< Lines that are not blank.
  uint64_t bytes = 0;
};

/// Returns the size of all files together, before or after the search.
TextSize sizeOf(const SourceSummary &summary, bool isReduced);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SOURCESUMMARY_H
