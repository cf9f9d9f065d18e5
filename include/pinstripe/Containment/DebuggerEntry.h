// Says how a debugger enters a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CONTAINMENT_DEBUGGERENTRY_H
#define PINSTRIPE_CONTAINMENT_DEBUGGERENTRY_H

#include "pinstripe/Support/SandboxEntry.h"

namespace pinstripe {

/// Returns what a debugger needs to enter a sandbox in which it starts the
/// program. `entry` is what other processes need to enter the same sandbox.
/// With the returned entry, the tool sees when the debugger starts the program,
/// and can choose the program's process id.
SandboxEntry debuggerEntry(const SandboxEntry &entry);

} // namespace pinstripe

#endif // PINSTRIPE_CONTAINMENT_DEBUGGERENTRY_H
