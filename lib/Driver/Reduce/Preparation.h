// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include <functional>

namespace pinstripe {

/// Finds the computed stores, whose addresses are only known during a run. In
/// guarded flow, poison is written in their place when their events are
/// skipped. To find them, the run is recorded once more, instruction by
/// instruction. Returns null in trace flow, without poison, or if that
/// recording is impossible; in the last case calls `say`, which may be null,
/// with the reason. Returns an error only if the work was interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns further launches with other poisons (patterns written into unset
/// memory). A result must reproduce the output with each of them, so that no
/// decision is right only by accident. If the whole run prints something else
/// with one of these poisons, the program has another defect. Then that poison
/// is left out, and `say`, which may be null, is called with a note.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Returns the dynamic slice of the output in question, which the reduction
/// tests first. In trace flow it is the slice of values and addresses, in
/// guarded flow the full slice. (A slice of values alone does not reproduce the
/// output of seven of 14 samples, since it leaves out how indices are computed.
/// With addresses, only one sample fails.) Returns nullopt if the predicate is
/// not about the output, if the run can't be recorded instruction by
/// instruction, or if that would take too long.
std::optional<EventSet> sliceAsCandidate(const RunnableCase &runnable,
                                         const PredicateSpec &predicate,
                                         Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
