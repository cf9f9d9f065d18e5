// Lets a process that crashed write out the buffers of libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_CRASHFLUSH_H
#define PINSTRIPE_EXECUTION_CRASHFLUSH_H

#include "pinstripe/Execution/HookedProcess.h"

namespace pinstripe {

/// Makes the thread `thread` call libc's fflush(NULL) when the process
/// continues. The process must have been stopped by a fatal signal. `fflush` is
/// the function's run-time address. Returns false if the call is not possible;
/// the output that libc still has in its buffers is lost then.
bool prepareFlush(HookedProcess &process, uint64_t thread, uint64_t fflush);
/// Returns whether the call of fflush has returned. The return raises SIGSEGV,
/// which stops the process again.
bool hasFlushed(HookedProcess &process, uint64_t thread);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHFLUSH_H
