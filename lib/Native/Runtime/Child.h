// Prepares the child that a server has just forked for its run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H

#include "Layout.h"
#include <sys/types.h>

namespace pinstripe::native {

/// Positions up to which the program has read and written its standard files.
struct FilePositions {
  uint64_t input = 0, output = 0, error = 0;
};
FilePositions currentPositions();

/// Makes the child die with `server`, waits until the server traces it, and
/// sets its folder and its file limit.
void leaveServer(ServerControl &control, pid_t server);
/// Opens standard files that belong to this run alone. In a run from a
/// checkpoint, copies the output that was written before the checkpoint.
void openFiles(const ServerControl &control, const FilePositions &positions);
/// Returns whether the process has interval timers, which a fork doesn't
/// inherit.
bool hasTimers();
/// Maps the RunState of the server in this slot to the address that hooks use.
bool mapRunStateOf(uint32_t slot);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
