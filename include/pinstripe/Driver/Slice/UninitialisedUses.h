// Finds the statements of a recorded run that read uninitialised memory, or use
// memory that was freed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
#define PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/UninitialisedMemory.h"
#include <functional>

namespace pinstripe {

/// Finds the statements that read uninitialised memory. To find them, makes the
/// run once more, instruction by instruction. The search takes at most a share
/// of the time that is left.
///
/// Searches only if there is a sign of such reads. There are two signs. Either
/// the run was recorded without poison and changes when unset memory is filled
/// with a pattern, the poison. Or a function with a result ended without a
/// `return`. The second sign counts only in runs of up to 2^20 events, since
/// most such runs use no missing result, and the search in a long run takes
/// much longer than recording it.
///
/// If the predicate of the case is about output or a crash, a read counts only
/// if the output or the crash depends on the read by the full slice.
///
/// Returns nullopt if nothing was found. Calls `say` with notes for the user
/// and `progress` while it records; both may be empty. Returns an
/// InterruptedError, an EngineError, or a FileError.
llvm::Expected<std::optional<UninitialisedMemory>>
findUninitialised(const RunnableCase &runnable,
                  const std::function<void(llvm::StringRef)> &say,
                  const ProgressListener &progress);

/// Finds the statements that used heap memory after it was freed, in the order
/// of the run. `graph` must have been recorded with
/// DependenceOptions::noteReleased.
std::vector<UninitialisedUse> findFreedUses(const RecordedCase &recorded,
                                            const DependenceGraph &graph);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
