// Traces the child that a server has forked for a run, and handles its signals.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server forks a child for each run, and traces the child by ptrace. Tracing
// costs nothing as long as no signal comes. The server learns where a fatal
// signal was raised. It continues the child after int3 patches, and keeps
// signal handlers from interrupting the runtime, the tool's code in the
// process. The kernel ends the child if the server dies.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H

#include <cstdint>
#include <sys/types.h>

namespace pinstripe::native {

struct ChildEnd {
  /// True if the child was killed because the run had too many processes and
  /// threads.
  bool hasTooManyProcesses = false;
  /// True if the child has become a checkpoint: a server in the middle of a
  /// run, which is no longer traced.
  bool isServer = false;
  int status = 0; ///< how the child ended, as wait4 reports it
  /// True if ServerControl::signal describes the signal that ended the child.
  bool hasSignal = false;
  /// Processor time of the child in microseconds. It includes the child's own
  /// children whose end the child has waited for.
  uint64_t processorMicroseconds = 0;
};

/// Begins to trace the child that a server has forked for a run. `processLimit`
/// is the maximum number of processes and threads that the run may have, the
/// child included; 0 means no limit. Returns the result of ptrace: negative if
/// it failed.
long attach(pid_t child, uint32_t processLimit);
/// Handles the stops of the traced child until the child ends or becomes a
/// server.
ChildEnd follow(pid_t child, uint32_t processLimit);
/// Called after a run. Kills all children of the server that are not
/// checkpoints, and waits for their end. These children are, for example,
/// processes that the program has left running.
void reapOthers();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
