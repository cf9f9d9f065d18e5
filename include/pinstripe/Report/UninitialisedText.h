// Says where a run used memory that nothing had set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNINITIALISEDTEXT_H
#define PINSTRIPE_REPORT_UNINITIALISEDTEXT_H

#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// Describes a use of uninitialised memory: "reads `x`, which nothing has set
/// (declared at bug.c:5)". The place of the use is not part of the text.
std::string describe(const UnitTable &table, const UninitialisedUse &use);

/// Describes how the run used memory that nothing had set. The text has a
/// headline, and a line for each of the first five uses. Returns an empty text
/// if neither the output nor the crash depends on such memory.
std::string describeUninitialised(const RunHeader &run);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNINITIALISEDTEXT_H
