// Prepares a process, which a server has just forked, for its run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H

#include "Layout.h"
#include <sys/types.h>

namespace pinstripe::native {

/// How many bytes of its standard input a program has read, and how many bytes
/// it has written to its standard output and standard error.
struct FilePositions {
  uint64_t input = 0, output = 0, error = 0;
};
FilePositions currentPositions();

/// Prepares a child that `server` has just forked; the child itself calls this
/// function. The function makes the kernel kill the child when the server dies,
/// and waits until the server traces the child. It also sets the child's
/// working folder and the limit on the sizes of its files.
void leaveServer(ServerControl &control, pid_t server);
/// Opens a standard input, output and error for this run only. If the run
/// starts at a checkpoint (a process stopped in the middle of an earlier run),
/// its output begins with a copy of what was written before the checkpoint.
void openFiles(const ServerControl &control, const FilePositions &positions);
/// Returns true if this process has interval timers. Forked processes do not
/// inherit timers. So a process with timers can't become a checkpoint, from
/// which further runs are forked.
bool hasTimers();
/// Maps the RunState of the server with the number `slot` at the address where
/// hooks expect it. The server is the process that has forked this run, and the
/// RunState says what the run has executed. Returns false if the memory can't
/// be mapped.
bool mapRunStateOf(uint32_t slot);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
