// Reads the ranking of source lines from the JSON of `pinstripe locate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_RANKEDLINES_H
#define PINSTRIPE_LIB_REPORT_EXPORT_RANKEDLINES_H

#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// A small change of the source that had an effect on the output.
struct SourceChange {
  /// The number of the changed line. If a line is added, the number of the line
  /// before which it is added.
  uint32_t line = 0;
  /// The original text of the line, without the blanks around it.
  std::string before;
  /// The new text of the line, or the text of the added line.
  std::string after;
  bool isInsertion = false;
};

/// One reason why a line may be wrong.
struct LineHint {
  /// Why the line may be wrong, as a sentence without a period: "left out at
  /// #1: the expected output comes out (2 of 2 trials)".
  std::string sentence;
  /// True if an experiment with this line made the output all right, or made
  /// the crash disappear.
  bool isStrong = false;
  /// The event that the experiment changed; nullopt if it changed several
  /// events or none.
  std::optional<EventIndex> event = {};
  std::optional<SourceChange> change = {};
};

/// A line of source that `locate` has ranked, with all reasons why the line may
/// be wrong.
struct RankedLine {
  /// The file of the line; nullopt if the program has no file of this path.
  std::optional<FileId> file;
  std::string path; ///< The path of the file, as `locate` has shown it.
  uint32_t line = 0, endLine = 0;
  std::string function;
  std::string text; ///< The text of the first statement on the line.
  uint64_t executed = 0;
  double score = 0;
  std::vector<LineHint> hints = {};

  bool isStrong() const {
    return llvm::any_of(hints,
                        [](const LineHint &hint) { return hint.isStrong; });
  }
};

/// The lines that `locate` has ranked, and the failure that they are to
/// explain.
struct Ranking {
  /// The failure that `locate` explains: "the crash", or a text that says which
  /// line of the output is wrong and what was expected there. Empty if `locate`
  /// ranked no line.
  std::string question;
  /// The first wrong line of the output, and the line that was expected in its
  /// place. Each is nullopt if it is not known, or if there is no such line.
  std::optional<std::string> printed = {}, expected = {};
  /// The number of the output's first wrong line; 0 if not known.
  uint64_t outputLine = 0;
  /// Lines with a score above 0 in `locate`'s ranking, the best first.
  std::vector<RankedLine> lines = {};
};

/// Reads the ranking from the JSON that `locate` has stored in the case. The
/// ranking is empty if there is no such JSON. Damaged parts of the JSON are
/// left out.
Ranking readRanking(const CaseReport &report);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_RANKEDLINES_H
