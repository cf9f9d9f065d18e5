// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These runs show where skipped statements would have stored, which poisons can
// be used, and on what the output depends. A poison is a pattern for unset
// memory.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H

#include "Reduce/PoisonCheck.h"
#include <functional>

namespace pinstripe {

/// Finds the addresses of computed stores, which are stores whose addresses are
/// only known during a run. For that, records the run once more, instruction by
/// instruction. Guarded flow (conditions must decide as recorded) needs the
/// addresses: if it skips an event, it writes poison, a fixed pattern, where
/// the event would have stored.
///
/// Returns null in trace flow or without poison, since nothing is poisoned
/// then. Also returns null if the recording is impossible, and calls `say`,
/// which may be null, with the reason. Returns an error only if the work was
/// interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns launches like `launch` with other poisons, the patterns written into
/// unset memory. The result of a reduction must reproduce the output with each
/// of the poisons, so that no decision is right only by accident.
///
/// If the whole run prints something else with a poison, the program has
/// another defect. Then leaves out this poison and calls `say`, which may be
/// null, with a warning.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

/// Returns the dynamic slice of the output that the predicate is about. The
/// reduction tests this slice first.
///
/// In guarded flow, it is the full slice. In trace flow, where the recording
/// decides what is executed, it is the slice of values and addresses. Without
/// addresses, the slice lacks how indices are computed, and does not reproduce
/// the output of seven of 14 samples. With addresses, it fails for only one
/// sample.
///
/// Returns nullopt if the predicate is not about the output, if the run can't
/// be recorded instruction by instruction, or if the recording would take too
/// long.
std::optional<EventSet> sliceAsCandidate(const RunnableCase &runnable,
                                         const PredicateSpec &predicate,
                                         Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_PREPARATION_H
