// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include <functional>

namespace pinstripe {

/// Finds the computed stores, whose addresses are only known during a run. If
/// an event is skipped in guarded flow, poison is written to the addresses of
/// its computed stores. To find these addresses, records the run once more,
/// instruction by instruction. Returns null in trace flow, without poison, or
/// if the recording is impossible. In the case of an impossible recording calls
/// `say`, which may be null, with the reason. Returns an error only if the work
/// was interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns launches like `launch` with other poisons (patterns written into
/// unset memory). The result of a reduction must reproduce the output with each
/// of the poisons, so that no decision is right only by accident. Leaves out a
/// poison with which the whole run prints something else, which shows another
/// defect of the program. In this case calls `say`, which may be null, with a
/// warning.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Returns the dynamic slice of the output that the predicate is about; the
/// reduction tests this slice first. In trace flow it is the slice of values
/// and addresses, in guarded flow the full slice. (A slice of values alone does
/// not reproduce the output of seven of 14 samples, since it leaves out how
/// indices are computed. With addresses, the slice of only one sample fails.)
/// Returns nullopt if the predicate is not about the output, if the run can't
/// be recorded instruction by instruction, or if the recording would take too
/// long.
std::optional<EventSet> sliceAsCandidate(const RunnableCase &runnable,
                                         const PredicateSpec &predicate,
                                         Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
