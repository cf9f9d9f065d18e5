// Fills with a pattern (poison) the memory that skipped events would have
// written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Poison keeps values that were never computed from being mistaken for real
// ones. This code works directly in the memory of the process under test.
// lib/Execution/Flow/SkippedStores.cpp has the same algorithm.
//
// The events of a call, and of everything that it called, have contiguous
// positions. For long ranges of positions, tables tell which statements occur
// in them.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H

#include "Activations.h"

namespace pinstripe::native {

/// Stands for a frame address if there is no frame, or if the frame is not to
/// be poisoned (filled with a pattern).
constexpr uint64_t noFrame = 0;

/// Fills with poison, a pattern, what the events [begin, end) of a call, and
/// everything that they called, would have written. `frame` is the frame
/// address (rbp) of that call; noFrame if memory in its frame is not to be
/// filled.
void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame);
/// Poisons (fills with a pattern) the memory that a skipped call, and
/// everything that it called in turn, would have written.
void poisonInvocation(uint32_t invocation);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
