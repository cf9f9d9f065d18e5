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

/// Prepares a child that `server` has just forked, and is called in the child.
/// Makes the kernel kill the child when the server dies, and waits until the
/// server traces the child. Also sets the child's working folder and the limit
/// on the sizes of its files.
void leaveServer(ServerControl &control, pid_t server);
/// Opens standard input, output and error for this run alone. If the run starts
/// at a checkpoint (a stopped run), copies the output that was written before
/// the checkpoint.
void openFiles(const ServerControl &control, const FilePositions &positions);
/// Returns whether this process has interval timers. Forked processes do not
/// inherit timers, so a process that has some can't become a checkpoint.
bool hasTimers();
/// Maps the RunState of the server number `slot` at the address where hooks
/// expect it. The RunState says what the run has executed. Returns false if
/// that fails.
bool mapRunStateOf(uint32_t slot);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
