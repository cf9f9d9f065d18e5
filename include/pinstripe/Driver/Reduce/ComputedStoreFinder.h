// Finds where the statements of a recorded run have stored values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_COMPUTEDSTOREFINDER_H
#define PINSTRIPE_DRIVER_REDUCE_COMPUTEDSTOREFINDER_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Case/CaseRunner.h"
#include <functional>

namespace pinstripe {

/// Finds the addresses of computed stores. The address of a computed store is
/// only known during a run. So the run is recorded once more, instruction by
/// instruction. A test that skips a statement writes a pattern, the poison,
/// where the statement would have stored. In guarded flow, where conditions
/// must decide as recorded, this needs the addresses of computed stores.
///
/// Returns null in trace flow, where the recording decides what is executed, or
/// without poison, since no poison is written then. Also returns null if the
/// recording is impossible. In this case calls `say` with the reason, unless
/// `say` is null. Returns an error only if the work was interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RunnableCase &runnable, const LaunchSpec &launch,
                   const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_COMPUTEDSTOREFINDER_H
