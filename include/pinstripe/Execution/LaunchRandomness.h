// Removes what differs from one launch of a program to the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution may read uninitialised memory, so this memory must be
// alike in all launches. It differs even without address randomisation: the
// kernel provides random bytes, from which libc makes the values that guard
// stacks and pointers, and the dynamic loader leaves time stamps on the stack.

#ifndef PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H
#define PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H

#include "pinstripe/Execution/ProcessFiles.h"

namespace pinstripe {

/// Overwrites `size` random bytes at the address `place` with a fixed pattern.
/// Returns false if the bytes can't be written.
bool fixRandomBytes(const ProcessMemory &memory, uint64_t place, uint64_t size);

/// Overwrites the random bytes of the kernel (AT_RANDOM) with a fixed pattern.
/// Must be called before the first instruction of the dynamic loader.
bool fixKernelRandomness(pid_t pid, const ProcessMemory &memory);

/// Writes zeros below the stack pointer of a process that is at its entry
/// point, as if the dynamic loader had not run. Returns false if the stack
/// can't be read or written.
bool clearUnusedStack(pid_t pid, const ProcessMemory &memory,
                      uint64_t stackPointer);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H
