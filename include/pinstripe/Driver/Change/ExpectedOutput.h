// Ignores differences from the expected output that only an editor has made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
#define PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pinstripe {

/// The expected output without the differences that editors make (such as a
/// missing newline at the end), and a note for the user about each such
/// difference.
struct FittedExpectation {
  std::string text;
  std::vector<std::string> notes = {};
};

/// Removes from the expected output those differences from the printed output
/// that an editor has made: line ends of Windows and a missing newline at the
/// end of the file. If the two outputs differ in other ways, too, also removes
/// differences in blanks at the ends of lines. `file` is the name of the
/// expected output in the notes for the user.
FittedExpectation fitExpectation(llvm::StringRef expected,
                                 llvm::StringRef printed, llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
