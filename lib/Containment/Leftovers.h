// Removes shared objects that outlive the processes of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H
#define PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H

namespace pinstripe {

/// Removes shared memory, semaphores and message queues of this IPC namespace.
/// Those of POSIX are files in the folder `queues`.
void removeLeftovers(const char *queues);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H
