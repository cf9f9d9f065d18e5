// Ignores differences from the expected output that only an editor has made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
#define PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pinstripe {

/// The expected output after differences that editors make, such as a missing
/// newline at the end, were removed. `notes` tells the user about each of these
/// differences.
struct FittedExpectation {
  std::string text;
  std::vector<std::string> notes = {};
};

/// Removes differences that an editor has made from the expected output. These
/// are line ends of Windows and a missing newline at the end of the file. If
/// the expected and the printed output differ in other ways, too, also removes
/// differences in blanks at the ends of lines. `file` is the name of the
/// expected output in the notes for the user.
FittedExpectation fitExpectation(llvm::StringRef expected,
                                 llvm::StringRef printed, llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
