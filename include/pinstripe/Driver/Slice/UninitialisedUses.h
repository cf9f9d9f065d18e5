// Finds the statements of a recorded run that read uninitialised memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
#define PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Result/UninitialisedMemory.h"
#include <functional>

namespace pinstripe {

/// Finds the statements that read uninitialised memory, if the output or crash
/// that the predicate of the case is about depends on it. Looks for them only
/// if there is a reason: the run was recorded without poison (--poison stale)
/// and is different with poison, or a function with a result ended without a
/// `return`. Then the run is made once more, instruction by instruction, in a
/// share of the time that is left. A read counts if the output or the crash
/// depends on it by the full slice; if the predicate is about neither, all
/// reads count. Returns nullopt if nothing was found. `say`, which may be
/// empty, is called with notes for the user. Returns an InterruptedError, an
/// EngineError, or a FileError.
llvm::Expected<std::optional<UninitialisedMemory>>
findUninitialised(const RunnableCase &runnable,
                  const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_UNINITIALISEDUSES_H
