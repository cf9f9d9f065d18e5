// Describes a thread that crashed under LLDB, and makes it write its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCRASH_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCRASH_H

#include "LLDB/LLDBProcess.h"
#include "lldb/API/LLDB.h"
#include "pinstripe/Execution/CrashReader.h"

namespace pinstripe {

/// Returns the state of the thread that the fatal signal `signal` has stopped:
/// its registers, its stack, and what the kernel says of the signal.
CrashedThread readCrashedThread(lldb::SBThread &thread, int signal,
                                const ProcessMemory &memory);

/// Makes the main thread call libc's fflush(NULL) when the process continues.
/// The process must have been stopped by a fatal signal. `fflush` is the
/// function's run-time address. Returns false if the call is not possible; the
/// output that libc still has in its buffers is lost then.
bool prepareFlush(LLDBProcess &debuggee, uint64_t fflush);
/// Returns whether the call of fflush has returned. The return raises SIGSEGV,
/// which stops the process again.
bool hasFlushed(LLDBProcess &debuggee);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCRASH_H
