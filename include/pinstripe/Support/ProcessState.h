// Reads facts about processes from /proc, such as their state and children.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PROCESSSTATE_H
#define PINSTRIPE_SUPPORT_PROCESSSTATE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// Returns the whole content of a file in the process's folder in /proc. For
/// example, the name "maps" means /proc/PID/maps. Empty if the file can't be
/// read.
std::string readProcessFile(pid_t pid, llvm::StringRef name);

/// Returns the process ids of the children of a process's main thread; nullopt
/// if there is no such process, or if the kernel was built without lists of
/// children.
std::optional<std::vector<pid_t>> childrenOf(pid_t pid);
/// Returns whether the main thread of a process has children. Also returns
/// false if the kernel has no lists of children.
bool hasChildren(pid_t pid);

/// Returns the state of a process as a letter from proc(5), for example R for
/// running and S for sleeping. Returns 0 if there is no such process.
char processState(pid_t pid);

/// Returns the ids of the threads of a process.
std::vector<pid_t> threadsOf(pid_t pid);
/// Returns whether a thread, given by its id, waits for the answer to a system
/// call that a filter (seccomp) has stopped. In a sandbox, Pinstripe gives
/// these answers.
bool waitsForAnswer(pid_t thread);

/// Returns whether a process has ended; zombies count as ended.
bool hasEnded(pid_t pid);

/// Returns whether somebody killed a traced process while ptrace had stopped
/// it. Serves to find out why an operation on the process has failed.
bool wasKilledAtStop(pid_t pid);

/// Continues a process with SIGCONT if a signal has stopped it. Sends nothing
/// to a process that is not stopped: if a process is traced, ptrace stops it
/// when it gets a signal such as SIGCONT.
void continueIfStopped(pid_t pid);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PROCESSSTATE_H
