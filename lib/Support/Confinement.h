//===- Confinement.h - Into a sandbox, and no way back ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a forked child on its way to a program in a sandbox. Called
// between fork and exec: nothing here allocates memory or takes a lock.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_SUPPORT_CONFINEMENT_H
#define PINSTRIPE_LIB_SUPPORT_CONFINEMENT_H

#include "pinstripe/Support/SandboxEntry.h"
#include <sys/types.h>

namespace pinstripe {

/// Enters the namespaces, with all rights there. That of process ids is for
/// what this process will fork. False: errno says why.
bool enterNamespaces(const SandboxEntry &sandbox);

/// As fork, for a process behind `enterNamespaces`. `isServer`: the new process
/// gets one of the numbers of servers, if one is free. `isSibling`: its parent
/// is ours.
pid_t forkIntoSandbox(bool isSibling, bool isServer);

/// Gives up all rights that the program may not have. False: errno says why.
bool confine(const SandboxEntry &sandbox);

/// From here on system calls are filtered; last, since it can't be undone.
bool filterSystemCalls(const SandboxEntry &sandbox);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_CONFINEMENT_H
