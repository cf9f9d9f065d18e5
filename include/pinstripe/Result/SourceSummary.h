// Holds the result of `source`: the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SOURCESUMMARY_H
#define PINSTRIPE_RESULT_SOURCESUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// A source file, with its text before and after the search.
struct ReducedSource {
  std::string path; ///< The path of the file as the user has typed it.
  std::string original, reduced;
  std::string file; ///< The path of the file with the reduced text.
};

/// A stage of the search. A stage tries edits of one kind.
struct SourceStage {
  std::string edits;     ///< The kind of edits, such as "deletions" or "lines".
  uint64_t round = 0;    ///< From 1 on.
  uint64_t elements = 0; ///< How many edits of its kind the stage could try.
  /// How many edits of this stage are a part of the result.
  uint64_t made = 0;
  uint64_t runs = 0; ///< How many runs the stage made.
  /// How many texts of this stage were refused without a run.
  uint64_t refused = 0;
  uint64_t bytes = 0; ///< The size of all files after the stage, in bytes.
};

/// The result of `pinstripe source`.
struct SourceSummary : SearchSummary {
  std::vector<std::string> arguments;
  std::vector<ReducedSource> sources;
  /// True if Clang checked each text before its run. A text in which Clang
  /// found errors that the original text does not have was refused without a
  /// run.
  bool isChecked = false;
  /// The first error that Clang finds in the original text; empty if there is
  /// none.
  std::string firstError;
  std::vector<SourceStage> stages;
  /// How many tests were decided without a run, because Clang found new errors
  /// in the text.
  uint64_t refused = 0;
  /// True if it is proved that no further edit of any kind can be made without
  /// losing the failure.
  bool isMinimal = false;
  /// True if the result was formatted by clang-format.
  bool isFormatted = false;
  bool emptyFails = false; ///< True if even the empty text fails.
};

/// The size of a program text.
struct TextSize {
  uint64_t lines = 0; ///< The number of lines that are not blank.
  uint64_t bytes = 0;
};

/// Returns the size of all files together, before or after the search.
TextSize sizeOf(const SourceSummary &summary, bool isReduced);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SOURCESUMMARY_H
