// Says where a run used memory that nothing had set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNINITIALISEDTEXT_H
#define PINSTRIPE_REPORT_UNINITIALISEDTEXT_H

#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// Describes a use without its place: "reads `x`, which nothing has set
/// (declared at bug.c:5)".
std::string describe(const UnitTable &table, const UninitialisedUse &use);

/// Returns sentences, one a line, about the memory that the run used although
/// nothing had set it, and about what that means for all runs; empty if the
/// output does not depend on such memory.
std::string describeUninitialised(const RunHeader &run);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNINITIALISEDTEXT_H
