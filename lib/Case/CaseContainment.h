// Limits the runs of a case, and confines them in a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some runs execute a program of which parts are skipped. The limits keep such
// a run from using up memory and time, and the sandbox keeps it from damaging
// files of the user.

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
