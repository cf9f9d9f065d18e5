//===- LaunchRandomness.h - What differs between launches -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partial execution uses what nobody has initialised. Even without address
// randomisation each launch puts other bytes there: the kernel's random ones,
// of which libc makes the values that guard stacks and pointers, and the time
// stamps that the dynamic loader leaves on the stack. Here all launches of a
// program become the same.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H
#define PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H

#include "pinstripe/Execution/ProcessFiles.h"
#include <elf.h>

namespace pinstripe {

/// What the kernel tells a program at its start.
std::vector<Elf64_auxv_t> readAuxiliaryVector(pid_t pid);

/// Overwrites random bytes with ones that are always the same. False if that
/// memory can't be written.
bool fixRandomBytes(const ProcessMemory &memory, uint64_t place, uint64_t size);

/// The same for those of the kernel; before the loader's first instruction.
bool fixKernelRandomness(pid_t pid, const ProcessMemory &memory);

/// Zeros below the stack pointer, as if nothing had run before. For a process
/// at its entry point.
bool clearUnusedStack(pid_t pid, const ProcessMemory &memory,
                      uint64_t stackPointer);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LAUNCHRANDOMNESS_H
