// Declares how a server traces its child and learns how the child ends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracing costs nothing as long as no signal comes. It tells the server where a
// fatal signal was raised, continues after int3 patches, keeps signal handlers
// from interrupting the runtime, and ends the child if the server dies.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H

#include <cstdint>
#include <sys/types.h>

namespace pinstripe::native {

struct ChildEnd {
  /// True if the child was killed because it had too many processes.
  bool hasTooManyProcesses = false;
  /// True if the child has become the server of a checkpoint, which is no
  /// longer traced.
  bool isServer = false;
  int status = 0; ///< how the child ended, as wait4 reports it
  /// The child was ended by the signal that ServerControl::signal describes.
  bool hasSignal = false;
  /// Processor time of the child and of those of its children for which it
  /// waited.
  uint64_t processorMicroseconds = 0;
};

/// Begins to trace the child. `processLimit` is the maximum number of processes
/// and threads that the run may have, the child included; 0 means no limit.
/// Returns the result of the system call.
long attach(pid_t child, uint32_t processLimit);
/// Handles the stops of the traced child until the child ends or becomes a
/// server.
ChildEnd follow(pid_t child, uint32_t processLimit);
/// Kills all other children of the server, such as processes that the program
/// left, and waits for their end.
void reapOthers();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
