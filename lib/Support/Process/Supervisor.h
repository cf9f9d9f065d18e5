// The small process that ends everything a program has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H

#include <sys/types.h>

namespace pinstripe {

/// A supervisor writes this to its pipe when it starts, and again when the
/// program and all its descendants have ended.
struct SupervisorReport {
  pid_t program;
  int status; ///< As from wait(); 0 in the first report.
};

/// Turns a process that `tool` has just forked into a supervisor, and forks the
/// process that will become the program. Returns only in the latter, with the
/// process id of the supervisor. If `isSandboxed`, the caller must have called
/// enterNamespaces; the forked process is in the sandbox then.
pid_t splitOffSupervisor(pid_t tool, int reportPipe, bool isSandboxed,
                         bool isServer);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H
