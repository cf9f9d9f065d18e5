// Fits the expected output, as written by a user, to what a program prints.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
#define PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pinstripe {

/// An expected output without differences that editors make, and notes for the
/// user that say which ones there were.
struct FittedExpectation {
  std::string text;
  std::vector<std::string> notes = {};
};

/// Removes from `expected` what an editor may have changed and what is not in
/// `printed`: line ends of Windows, the missing newline at the end and, if the
/// texts differ in something else, too, blanks at the ends of lines. `file`
/// names the expected output in the notes.
FittedExpectation fitExpectation(llvm::StringRef expected,
                                 llvm::StringRef printed, llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
