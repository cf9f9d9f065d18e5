// Turns a process into a supervisor, which kills all processes that a program
// has started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_SUPERVISOR_H

#include <sys/resource.h>
#include <sys/types.h>

namespace pinstripe {

/// Returns the processor time in a result of wait4(), in seconds.
inline double processorSecondsOf(const rusage &use) {
  auto secondsOf = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_usec);
  };
  return secondsOf(use.ru_utime) + secondsOf(use.ru_stime);
}

/// A report that a supervisor process writes to its pipe when it starts, and
/// again when the program and all its descendants have ended.
struct SupervisorReport {
  pid_t program;
  /// Status of the program, as wait() returns it; 0 in the first report, which
  /// is written when the supervisor starts.
  int status;
};

/// Kills and reaps all children of this process, including those inherited from
/// children that end. Gives up after a second without progress, since processes
/// with other rights can't be killed. May be called in a forked process.
void endOrphans();

/// Returns whether `program`, a child of this process, has ended. Reaps other
/// children, but not the program itself: its process id is also the number of
/// its process group. The kernel could give a reaped process's id to another
/// process before the group is killed. May be called in a forked process.
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
