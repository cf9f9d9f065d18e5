// Moves a forked child into a sandbox that it can't leave.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions are called between fork and exec, where memory must not be
// allocated and no lock may be taken.

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H

#include "pinstripe/Support/ListenerMessage.h"
#include "pinstripe/Support/SandboxEntry.h"
#include <sys/types.h>

namespace pinstripe {

/// Moves this process into the namespaces of the sandbox, where it has all
/// capabilities. The new namespace of process ids applies only to processes
/// that are forked later, not to this process. Returns false and sets errno on
/// failure.
bool enterNamespaces(const SandboxEntry &sandbox);

/// Forks a process that is in the sandbox. The caller must have called
/// `enterNamespaces` before. If `isServer` is true, the new process gets one of
/// the process ids reserved for servers, provided that one is free. If
/// `isSibling` is true, the new process becomes a child of this process's
/// parent.
pid_t forkIntoSandbox(bool isSibling, bool isServer);

/// Takes away from this process what a program in a sandbox must not have. This
/// includes folders outside the root of the sandbox, the user's keys, and most
/// capabilities. Also sets the limits of resources. Returns false and sets
/// errno on failure.
bool confine(const SandboxEntry &sandbox);

/// Turns on the filter of system calls for this process. This must be the last
/// step, since it can't be undone. The filter's listener is sent through
/// `socket` to the tool, which then answers the calls that the filter stops.
/// The kernel itself executes these calls if `socket` is -1, or if the system
/// allows no listener.
bool filterSystemCalls(std::vector<sock_filter> &filter, int socket,
                       const ListenerMessage &message);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H
