// Says what is known of a crash beside its place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_CRASHTEXT_H
#define PINSTRIPE_REPORT_CRASHTEXT_H

#include "pinstripe/Result/RunHeader.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Writes the message of a crash, and what the program had printed and not yet
/// written, in lines that begin with blanks. Writes nothing if there is
/// neither.
void writeCrashDetails(const CrashDescription &crash,
                       llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_CRASHTEXT_H
