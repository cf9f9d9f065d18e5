// Compares an output with the expected one, to find the first wrong line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_WRONGLINE_H
#define PINSTRIPE_LIB_DRIVER_SLICE_WRONGLINE_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "pinstripe/Result/LocateSummary.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A line of the output that is wrong, or the line before which expected lines
/// are missing.
struct WrongLine {
  /// The index of the wrong line. The index of the first line is 0.
  size_t number = 0;
  llvm::StringRef text;
  /// True if the line itself is wrong. False if the line is right, but expected
  /// lines are missing before it.
  bool isUnexpected = true;
};

/// Returns the first line of `printed` that differs from `expected`. Blank
/// lines say little, so a blank line is returned only if all lines that differ
/// are blank. Returns nullopt if the texts are equal, or if `printed` is the
/// beginning of `expected`. The result refers to the text of `printed`.
std::optional<WrongLine> findWrongLine(llvm::StringRef printed,
                                       llvm::StringRef expected);

/// Returns a text for the user about where the output is first wrong. If
/// findWrongLine() returns a line, the text is about that line. Returns nullopt
/// if the outputs are equal.
std::optional<WrongOutput> describeWrong(llvm::StringRef printed,
                                         llvm::StringRef expected);

/// Returns the range of bytes in a printed line that differ from the expected
/// line. Returns the range of the whole line if `expected` is nullopt, or if
/// the printed line differs only in that something is missing.
OutputRange wrongPart(llvm::StringRef printed,
                      const std::optional<std::string> &expected);

/// Returns the indices of the lines of output that are right. These are the
/// lines before the first difference and after the last one, without blank
/// lines.
std::vector<size_t> rightLines(llvm::StringRef printed,
                               llvm::StringRef expected);

/// Returns a regular expression for the option `--keep` that matches this line
/// of output and no other.
std::string expressionFor(llvm::StringRef line);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_WRONGLINE_H
