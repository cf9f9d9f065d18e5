// The steps by which a forked child enters a sandbox for good.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps run between fork and exec, so nothing here allocates memory or
// takes a lock.

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H

#include "pinstripe/Support/ListenerMessage.h"
#include "pinstripe/Support/SandboxEntry.h"
#include <sys/types.h>

namespace pinstripe {

/// Enters the namespaces of the sandbox, where this process has all rights. The
/// namespace of process ids applies only to processes that are forked later.
/// Returns false and sets errno on failure.
bool enterNamespaces(const SandboxEntry &sandbox);

/// Forks a process into the sandbox; `enterNamespaces` must have been called
/// before. If `isServer`, the new process gets one of the process ids reserved
/// for servers, if one is free. If `isSibling`, its parent is the parent of
/// this process.
pid_t forkIntoSandbox(bool isSibling, bool isServer);

/// Gives up all rights that the program may not have. Returns false and sets
/// errno on failure.
bool confine(const SandboxEntry &sandbox);

/// Turns on the filter of system calls. This is the last step, since it can't
/// be undone. The filter's listener, by which the tool gets the calls that it
/// answers, is sent through `socket`. If `socket` is -1, or if the system
/// allows no listener, the kernel answers these calls itself.
bool filterSystemCalls(std::vector<sock_filter> &filter, int socket,
                       const ListenerMessage &message);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_CONFINEMENT_H
