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

/// Returns the whole content of a file such as /proc/PID/maps; empty if it
/// can't be read.
std::string readProcessFile(pid_t pid, llvm::StringRef name);

/// Returns the children of the main thread of a process; nullopt if there is no
/// such process, or if the kernel was built without lists of children.
std::optional<std::vector<pid_t>> childrenOf(pid_t pid);
/// Returns whether a process has children; also false if the kernel does not
/// tell (see `childrenOf`).
bool hasChildren(pid_t pid);

/// Returns the letter that proc(5) has for the state of a process: running,
/// sleeping, and so on; 0 if there is no such process.
char processState(pid_t pid);

/// Returns whether a process has ended; zombies count as ended.
bool hasEnded(pid_t pid);

/// Returns whether somebody has killed a process while it was stopped for its
/// tracer. Call it when an operation on the process has failed.
bool wasKilledAtStop(pid_t pid);

/// Continues a process if somebody has stopped it. Otherwise sends no signal: a
/// traced process would stop because of the signal.
void continueIfStopped(pid_t pid);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PROCESSSTATE_H
