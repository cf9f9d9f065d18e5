// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include <functional>

namespace pinstripe {

/// In guarded flow, finds the stores of skipped events whose places only a run
/// can tell, by one further run that is recorded instruction by instruction.
/// Returns null in trace flow, without poison, and if that run is impossible;
/// in the last case `say`, which may be null, is called with the reason.
/// Returns an error only if the work is interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns launches with other poisons than that of `launch`, under which the
/// output must also be reproduced, so that no decision comes out right by
/// accident. If the whole run prints another output with such a poison, the
/// program has a further defect, which is not the one in question; that poison
/// is left out, and `say`, which may be null, is told.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Returns the dynamic slice of the wanted output: the slice of values and
/// addresses in trace flow, the full slice in guarded flow. Values alone do not
/// reproduce the output if anything is computed by an index: of 14 samples this
/// fails for seven, and with addresses for one. Returns nullopt if there is no
/// slice: for another kind of output, or if the run can't be recorded
/// instruction by instruction or is too long to be recorded step by step.
std::optional<EventSet> sliceAsCandidate(const RunnableCase &runnable,
                                         const PredicateSpec &predicate,
                                         Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
