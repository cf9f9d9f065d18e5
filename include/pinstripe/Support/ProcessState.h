// Tells whether a process runs, sleeps, has stopped or has ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PROCESSSTATE_H
#define PINSTRIPE_SUPPORT_PROCESSSTATE_H

#include <sys/types.h>

namespace pinstripe {

/// Returns the letter that proc(5) has for the state of a process: running,
/// sleeping, and so on; 0 if there is no such process.
char processState(pid_t pid);

/// Whether a process has ended; zombies count as ended.
bool hasEnded(pid_t pid);

/// Whether somebody has killed a process while it was stopped for its tracer.
/// To be asked when an operation on the process has failed.
bool wasKilledAtStop(pid_t pid);

/// Continues a process if somebody has stopped it. Sends no signal otherwise: a
/// process that is traced would be stopped by it.
void continueIfStopped(pid_t pid);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PROCESSSTATE_H
