// Prepares texts for the page of a report.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions say what is proved about the result, shorten documents to a
// number of events, and find positions in a text that was made valid UTF-8.

#ifndef PINSTRIPE_LIB_REPORT_PAGETEXT_H
#define PINSTRIPE_LIB_REPORT_PAGETEXT_H

#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// Returns the object `result` in the JSON document that the last reduction
/// wrote; null if the document has no such object.
const llvm::json::Object *resultOfReduction(const CaseReport &report);

/// Returns true if the last reduction ended early.
bool isUnfinished(const CaseReport &report);

/// Returns what is proved about the result of the last reduction, as a sentence
/// without a period: "every one of the 15 was left out once: the output then
/// did not come out". `report` must have a reduction.
std::string certificateSentence(const CaseReport &report);

/// Returns the JSON document of a verb with at most `max` of its events or
/// instances. If some are left out, the attribute `cut` says so.
llvm::json::Value withFewerEvents(llvm::json::Value document, size_t max);

/// The largest number of suspect lines for each run in the JSON document of
/// `explain`, when a page contains this document.
constexpr size_t maxSuspectsInStory = 50;
/// The largest number of bytes of an input in the JSON document of `explain`,
/// when a page contains this document. Longer inputs are cut.
constexpr size_t maxInputInStory = 4096;

/// Shortens the JSON document of `explain`, which contains documents of other
/// verbs. In a page, each of these has at most `maxEvents` events,
/// maxSuspectsInStory lines, and maxInputInStory bytes of each input. The
/// rest is in the documents of these verbs, which the page contains, too.
llvm::json::Value shortStory(llvm::json::Value document, size_t maxEvents);

/// Converts positions in a text to positions in a copy of the text that was
/// made valid UTF-8. In the copy, longer sequences replace the invalid bytes,
/// so the bytes after them have moved.
class UTF8Positions {
public:
  /// `text` must outlive this object.
  explicit UTF8Positions(llvm::StringRef text);
  /// Converts a position in the original text to the position of the same byte
  /// in the valid text. A position after the end counts as the end, and a
  /// position inside a character as the beginning of the character.
  uint64_t of(uint64_t position);

private:
  llvm::StringRef text;
  bool isValid;
  /// The position that `of` converted last, and the position that it returned.
  /// If the next position is not smaller, the conversion goes on from here, to
  /// save time.
  uint64_t before = 0, beforeFixed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_PAGETEXT_H
