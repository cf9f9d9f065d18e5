// Reads the auxiliary vector, a list of facts that the kernel gives to a
// program when it starts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H
#define PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H

#include <cstdint>
#include <linux/auxvec.h>
#include <sys/types.h>

namespace pinstripe {

/// Looks up an entry in the auxiliary vector of a process and returns its
/// value. `type` is one of the AT_... numbers. Returns 0 if there is no such
/// entry, or if the vector can't be read.
uint64_t auxiliaryValue(pid_t pid, uint64_t type);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H
