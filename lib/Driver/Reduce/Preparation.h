// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These runs show where skipped statements would have stored values, which
// poisons can be used, and what the output depends on. A poison is a pattern
// that is written into uninitialised memory.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include <functional>

namespace pinstripe {

/// Finds the addresses of computed stores. The address of a computed store is
/// only known during a run. So the run is recorded once more, instruction by
/// instruction. A test that skips a statement writes a pattern, the poison,
/// where the statement would have stored. In guarded flow this needs the
/// addresses of computed stores.
///
/// Returns null in trace flow or without poison, since no poison is written
/// then. Also returns null if the recording is impossible. In this case calls
/// `say` with the reason, unless `say` is null. Returns an error only if the
/// work was interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns copies of `launch` that have other poisons. The result of a
/// reduction must reproduce the output with each poison. Otherwise, a condition
/// could be right only by accident.
///
/// The whole run may print something else with one of the poisons, if the
/// program has another defect. Then this poison is left out, and `say` is
/// called with a warning, unless `say` is null.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Finds on which events the output depends that the predicate is about.
///
/// Returns nullopt if the predicate is not about the output. Also returns
/// nullopt if the run can't be recorded instruction by instruction, or if the
/// recording would take too long.
std::optional<OutputDependences>
findOutputDependences(const RunnableCase &runnable,
                      const PredicateSpec &predicate);

/// Returns the dynamic slice of the output, which the reduction tests first.
///
/// In guarded flow, returns the full slice. In trace flow, the recording
/// decides what is executed. So returns only the slice of values and addresses.
/// The slice needs the addresses, since otherwise it lacks the computation of
/// indices.
EventSet sliceAsCandidate(const OutputDependences &output, Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
