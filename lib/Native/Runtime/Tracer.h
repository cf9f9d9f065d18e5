// Declares how a server traces its child and learns how the child ends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracing costs nothing until a signal comes. It tells the server where a fatal
// signal arose, sends int3 patches to their trampolines, keeps signal handlers
// out of the runtime, and ends the child when the server dies.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H

#include <cstdint>
#include <sys/types.h>

namespace pinstripe::native {

struct ChildEnd {
  /// The child was ended since it had too many processes.
  bool hasTooManyProcesses = false;
  /// The child has become a server, the checkpoint, and is no longer traced.
  bool isServer = false;
  int status = 0;       ///< status as reported by wait4
  uint64_t crashPC = 0; ///< address of the last signal delivered to the child
  /// Processor time of the child and of children that it waited for.
  uint64_t processorMicroseconds = 0;
};

/// Traces the child. `processLimit` is the maximum number of processes and
/// threads that the child may have, itself included; 0 means no limit. Returns
/// the result of the system call.
long attach(pid_t child, uint32_t processLimit);
/// Traces the child until it ends or becomes a server.
ChildEnd follow(pid_t child, uint32_t processLimit);
/// Kills and reaps the server's other children, such as the program's orphans.
void reapOthers();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
