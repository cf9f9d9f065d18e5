// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These runs show where skipped statements would have stored values, which
// poisons can be used, and what the output depends on. A poison is a pattern
// that is written into uninitialised memory.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include "pinstripe/Driver/Reduce/ComputedStoreFinder.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include <functional>

namespace pinstripe {

/// The runs that repeat a test with other poisons (patterns in unset memory).
struct OtherPoisons {
  /// How these runs are launched.
  std::vector<LaunchSpec> launches;
  /// True if the comparisons in the whole run set the same processor flags with
  /// all poisons; see RunResult::decisions. False if even the whole run
  /// compares memory that nothing has set, or values that differ from run to
  /// run.
  bool decideAlike = true;
};

/// Returns copies of `launch` with other poisons. A poison is a pattern that is
/// written into uninitialised memory. The result of a reduction must reproduce
/// the output with each poison. If there were only one, an `if` could read
/// poison and decide as in the recorded run by chance.
///
/// If the program itself reads uninitialised memory, even the whole run, with
/// nothing skipped, may print something else with one of the poisons. Leaves
/// out such a poison, and calls `say` with a warning unless `say` is null.
llvm::Expected<OtherPoisons>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Finds the events on which the output depends. If the predicate (the user's
/// condition for runs) is about a part of the output, only this part counts.
///
/// Returns nullopt if the predicate is not about the output. Also returns
/// nullopt if the run can't be recorded instruction by instruction, or if the
/// recording would take too long.
std::optional<OutputDependences>
findOutputDependences(const RunnableCase &runnable,
                      const PredicateSpec &predicate);

/// Returns the dynamic slice of the output that the reduction tests first. In
/// guarded flow, where conditions must decide as recorded, this is the full
/// slice: all events on which the output depends. In trace flow, where the
/// recording decides what is executed, it is the slice of values and addresses.
/// Without the addresses, the slice would lack the computation of indices.
EventSet sliceAsCandidate(const OutputDependences &output, Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
