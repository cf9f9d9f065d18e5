// Finds a configuration with which a reduction may begin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_FIRSTCANDIDATE_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_FIRSTCANDIDATE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns the dynamic slice of the wanted output: the slice of values and
/// addresses in trace flow, the full slice in guarded flow. Values alone do not
/// reproduce the output if anything is computed by an index: of 14 samples this
/// fails for seven, and with addresses for one. Returns nullopt if there is no
/// slice: for another kind of output, or if the run can't be recorded
/// instruction by instruction or is too long to be recorded step by step.
std::optional<EventSet> sliceAsCandidate(const RecordedCase &recorded,
                                         CaseRunner &runner,
                                         const PredicateSpec &predicate,
                                         Flow flow,
                                         const std::atomic<bool> &stop);

/// Adds all events that must be executed for these to happen: their calls, and
/// in guarded flow the decisions. `control` is null in trace flow.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_FIRSTCANDIDATE_H
