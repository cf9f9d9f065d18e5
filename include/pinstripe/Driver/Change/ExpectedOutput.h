// Ignores what an editor has changed at line ends of the expected output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
#define PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Reads the file of `--expect-stdout`. Returns a UsageError if it can't be
/// read.
llvm::Expected<std::string> readExpectedOutput(const std::string &file);

/// The expected output without the differences that editors make, such as a
/// missing newline at the end. `notes` tells the user about each difference
/// that was removed.
struct FittedExpectation {
  std::string text;
  std::vector<std::string> notes = {};
};

/// Returns the expected output without the differences that only an editor has
/// made. These are line ends of Windows and a missing newline at the end of the
/// file. If the two outputs differ in other ways, too, blanks at the ends of
/// lines are also made equal. `file` is the name of the file with the expected
/// output, for the notes.
FittedExpectation fitExpectation(llvm::StringRef expected,
                                 llvm::StringRef printed, llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_EXPECTEDOUTPUT_H
