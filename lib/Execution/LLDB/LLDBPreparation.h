// Makes a process that LLDB has started look like one that a shell has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that LLDB launches ignores SIGPIPE, and its argv[0] is always the
// absolute path. The program's output may show both, so runs under LLDB would
// differ from plain runs.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPREPARATION_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPREPARATION_H

#include "LLDB/LLDBProcess.h"
#include "pinstripe/Execution/DisplacedCode.h"
#include "pinstripe/Execution/LoadedModules.h"

namespace pinstripe {

/// Prepares a process that is at its entry point. Sets the signals, limits and
/// argv[0] of the process, and clears its unused stack. Maps the copies of
/// instructions from DisplacedCode.h into the process. Returns the base address
/// of the copies; 0 if the process has none.
llvm::Expected<uint64_t> prepareProcess(LLDBProcess &process,
                                        const LaunchSpec &spec,
                                        const DisplacedCode &displaced,
                                        const LoadedModules &loaded);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPREPARATION_H
