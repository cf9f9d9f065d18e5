// Limits the runs of a case, and confines them in a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In some runs, parts of the program are skipped, so the program may do
// unexpected things. The limits keep it from using up memory and time. The
// sandbox keeps it from damaging files of the user.

#ifndef PINSTRIPE_LIB_CASE_CASECONTAINMENT_H
#define PINSTRIPE_LIB_CASE_CASECONTAINMENT_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Case/RunSandbox.h"

namespace pinstripe {

/// Sets the limits of all further runs. Also confines these runs in a sandbox,
/// unless the user wants unconfined runs. Returns a UsageError if the options
/// contradict each other, and an error if no sandbox can be made.
llvm::Error containRuns(RecordedCase &recorded,
                        const ContainmentOptions &containment, RunPlace &place);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_CASECONTAINMENT_H
