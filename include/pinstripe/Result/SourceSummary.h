// Holds the result of `source`: the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SOURCESUMMARY_H
#define PINSTRIPE_RESULT_SOURCESUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

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
struct SourceSummary : SearchSummary {
  std::vector<std::string> arguments;
  std::vector<ReducedSource> sources;
  /// Whether texts were refused without a run, because Clang finds errors in
  /// them that the original text does not have.
  bool isChecked = false;
  /// The first error of the original text; empty if there is none.
  std::string firstError;
  std::vector<SourceStage> stages;
  uint64_t refused = 0; ///< How many tests needed no run, but a parse.
  /// True if no edit of any kind can be made any more.
  bool isMinimal = false;
  bool isFormatted = false; ///< True if clang-format has written the result.
  bool emptyFails = false;  ///< True if even the empty text fails.
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
