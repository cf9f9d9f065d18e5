// Finds the statements without which the output does not come out, as by
// `pinstripe omit --critical`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To omit all instances of a statement and see whether the output comes out all
// the same is the critical slicing of DeMillo, Pan and Spafford, "Critical
// Slicing for Software Fault Localization" (ISSTA 1996). There the program is
// compiled without the statement; here control passes the statement by.

#ifndef PINSTRIPE_DRIVER_CHANGE_CRITICALSTATEMENTS_H
#define PINSTRIPE_DRIVER_CHANGE_CRITICALSTATEMENTS_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/OmissionSummary.h"

namespace pinstripe {

/// Omits all instances of each executed statement, and asks the predicate of
/// the case. A condition is replaced by each of the ways that it took; it is
/// not critical if one of these reproduces the output. A declaration is omitted
/// together with the destructor that ends its scope.
llvm::Expected<CriticalSummary>
findCriticalStatements(const RecordedCase &recorded, CaseRunner &runner,
                       const std::atomic<bool> &stop, const LaneOptions &lanes,
                       const ProgressListener &progress = nullptr);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_CRITICALSTATEMENTS_H
