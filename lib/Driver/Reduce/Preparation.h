// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include <functional>

namespace pinstripe {

/// Finds the stores whose addresses only the run knows. In guarded flow they
/// are poisoned when their events are skipped. To find them, the run is
/// recorded once more, instruction by instruction. Returns null in trace flow,
/// without poison, or if that recording is impossible; in the last case calls
/// `say`, which may be null, with the reason. Returns an error only if the work
/// was interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns further launches with other poisons. The output must be reproduced
/// under each of them, too, so that no decision comes out right by accident. If
/// the whole run prints something else under one of these poisons, the program
/// has another defect, which is not the one in question. Then that poison is
/// left out, and `say`, which may be null, is called with a note.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Returns the dynamic slice of the output in question, which the reduction
/// tests first: in trace flow the slice of values and addresses, in guarded
/// flow the full slice. (Values alone are not enough wherever something is
/// computed with an index: they do not reproduce the output of seven of 14
/// samples; with addresses, only one is not reproduced.) Returns nullopt if the
/// predicate is not about the output, if the run can't be recorded instruction
/// by instruction, or if that would take too long.
std::optional<EventSet> sliceAsCandidate(const RunnableCase &runnable,
                                         const PredicateSpec &predicate,
                                         Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
