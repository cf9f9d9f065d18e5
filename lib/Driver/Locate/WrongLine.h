// Finds the first wrong line of an output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_WRONGLINE_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_WRONGLINE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A printed line that is wrong, or the line at which lines are missing.
struct WrongLine {
  size_t number = 0; ///< Index of the line, from 0.
  llvm::StringRef text;
  /// True if this line was not expected, false if lines before it are missing.
  bool isUnexpected = true;
};

/// Returns the first line of `printed` that differs from what is expected.
/// Returns nullopt if the texts are equal, or if `printed` is the beginning of
/// what is expected. A blank line is returned only if no other line differs,
/// since slices of blank lines say little. The result refers to `printed`.
std::optional<WrongLine> findWrongLine(llvm::StringRef printed,
                                       llvm::StringRef expected);

/// Returns the indices of the right lines: those before the first and after the
/// last difference, without blank lines.
std::vector<size_t> rightLines(llvm::StringRef printed,
                               llvm::StringRef expected);

/// Returns a regular expression for --keep that matches only this line.
std::string expressionFor(llvm::StringRef line);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_WRONGLINE_H
