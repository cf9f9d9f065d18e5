// Turns a process into a supervisor, which kills all processes that a program
// has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H

#include <sys/types.h>

namespace pinstripe {

/// A report that a supervisor process writes to its pipe when it starts, and
/// again when the program and all its descendants have ended.
struct SupervisorReport {
  pid_t program;
  int status; ///< Status of the program, as wait() returns it; 0 at the start.
};

/// Kills and reaps all children of this process, including those inherited from
/// children that end. Gives up after a second without progress, since processes
/// with other rights can't be killed. May be called in a forked process.
void endOrphans();

/// Returns whether `program`, a child of this process, has ended. Reaps other
/// children, but not the program itself. The program's process id is also the
/// number of its process group, so the kernel must not give it to another
/// process before that group is killed. May be called in a forked process.
bool hasEndedAmongChildren(pid_t program);

/// Makes this process a supervisor, and forks a second process, which will
/// become the program. Returns only in the second process, with the process id
/// of the supervisor. `tool` is the process that has just forked this process.
/// If `isSandboxed` is true, the caller must have called enterNamespaces, and
/// the second process is in the sandbox.
pid_t splitOffSupervisor(pid_t tool, int reportPipe, bool isSandboxed,
                         bool isServer);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H
