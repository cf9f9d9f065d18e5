//===- ProcessState.h - Whether a process runs, sleeps, ... -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_PROCESSSTATE_H
#define PINSTRIPE_SUPPORT_PROCESSSTATE_H

#include <sys/types.h>

namespace pinstripe {

/// Running, sleeping, ...: the letter that proc(5) has for it; 0: there is no
/// such process.
char processState(pid_t pid);

/// Also where nobody has buried it yet.
bool hasEnded(pid_t pid);

/// Of a process that stands still for its tracer, where something has failed:
/// whether that is since somebody has killed it.
bool wasKilledAtStop(pid_t pid);

/// Somebody may have stopped a process of ours. To one that goes on, and is
/// traced by us, the signal would do the opposite.
void continueIfStopped(pid_t pid);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PROCESSSTATE_H
