// Lets a process that crashed under LLDB write out the buffers of libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBFLUSH_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBFLUSH_H

#include "LLDB/LLDBProcess.h"

namespace pinstripe {

/// Makes the main thread call libc's fflush(NULL) when the process continues.
/// The process must have been stopped by a fatal signal. `fflush` is the
/// function's run-time address. Returns false if the call is not possible; the
/// output that libc still has in its buffers is lost then.
bool prepareFlush(LLDBProcess &debuggee, uint64_t fflush);
/// Returns whether the call of fflush has returned. The return raises SIGSEGV,
/// which stops the process again.
bool hasFlushed(LLDBProcess &debuggee);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBFLUSH_H
