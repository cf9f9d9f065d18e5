// Finds the statements of a recorded run that read uninitialised memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
#define PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Result/UninitialisedMemory.h"
#include <functional>

namespace pinstripe {

/// Finds the statements that read uninitialised memory. For that, makes the run
/// once more, instruction by instruction, in a share of the time that is left.
///
/// Searches only if there is a sign of such reads. One sign is that the run was
/// recorded without poison, the pattern for unset memory, and changes with
/// poison. The other is that a function with a result ended without a `return`.
///
/// If the predicate of the case is about output or a crash, a read counts only
/// if the output or the crash depends on it by the full slice.
///
/// Returns nullopt if nothing was found. Calls `say`, which may be empty, with
/// notes for the user. Returns an InterruptedError, an EngineError, or a
/// FileError.
llvm::Expected<std::optional<UninitialisedMemory>>
findUninitialised(const RunnableCase &runnable,
                  const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
