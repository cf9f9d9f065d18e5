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

/// Turns the child into a process of its own, as soon as `server` traces it.
void leaveServer(ServerControl &control, pid_t server);
/// Opens standard files that belong to this run alone. Copies what was written
/// before a checkpoint.
void openFiles(const ServerControl &control, const FilePositions &positions);
/// Returns whether the process has interval timers, which a fork doesn't
/// inherit.
bool hasTimers();
/// Maps the RunState of this slot to where hooks use it.
bool mapRunStateOf(uint32_t slot);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
