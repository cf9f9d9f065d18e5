// Reads the auxiliary vector: what the kernel tells a program at its start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H
#define PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H

#include <cstdint>
#include <elf.h>
#include <sys/types.h>

namespace pinstripe {

/// Returns the value that a process's auxiliary vector has for a type (AT_...).
/// Returns 0 if it has none, or if it can't be read.
uint64_t auxiliaryValue(pid_t pid, uint64_t type);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_AUXILIARYVECTOR_H
