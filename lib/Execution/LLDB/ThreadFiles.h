// Reads facts about single threads of a process from /proc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_THREADFILES_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_THREADFILES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <sys/types.h>

namespace pinstripe {

/// Returns the whole content of a file in a thread's folder in /proc, for
/// example of "syscall". `process` is the process id outside of the sandbox.
/// `thread` is LLDB's id of the thread, which is the id in the sandbox. Empty
/// if the file can't be read.
std::string readThreadFile(pid_t process, uint64_t thread,
                           llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_THREADFILES_H
