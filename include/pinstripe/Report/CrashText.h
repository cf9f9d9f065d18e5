// Writes what a program has said about its crash, and the output that was still
// in a buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_CRASHTEXT_H
#define PINSTRIPE_REPORT_CRASHTEXT_H

#include "pinstripe/Result/RunHeader.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Writes what a program has said about its crash, such as the text of a failed
/// assertion. Also writes the output that was still in a buffer of the program
/// when it crashed. Each line begins with blanks. Writes nothing if there is
/// neither a message nor such output.
void writeCrashDetails(const CrashDescription &crash,
                       llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_CRASHTEXT_H
