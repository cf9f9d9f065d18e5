// Omits single statement instances and says what is printed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CHANGE_OMISSIONTRIALS_H
#define PINSTRIPE_DRIVER_CHANGE_OMISSIONTRIALS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/OmissionSummary.h"

namespace pinstripe {

/// Omits what was executed at `place`, FILE:LINE[:COLUMN][#k]: the k-th
/// instance of each statement there, or all instances. Returns a UsageError if
/// the place names nothing that can be omitted.
llvm::Expected<TrialSummary> omitAt(const RecordedCase &recorded,
                                    CaseRunner &runner,
                                    const std::atomic<bool> &stop,
                                    llvm::StringRef place);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CHANGE_OMISSIONTRIALS_H
