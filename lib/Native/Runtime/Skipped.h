// Fills with a pattern (poison) the memory that skipped events would have
// written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The poison keeps values that were never computed from being mistaken for real
// ones. This code does the same as lib/Execution/Flow/SkippedStores.cpp, but
// works directly in the memory of the process under test.
//
// The events of a call, and of all calls made in it, have contiguous positions.
// For long ranges of positions, tables tell which statements were executed in
// the range.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H

#include "Activations.h"

namespace pinstripe::native {

/// Means that there is no frame, or that memory in the frame must not be
/// poisoned (filled with a pattern).
constexpr uint64_t noFrame = 0;

/// Fills with poison (a pattern) the memory that the events [begin, end) of a
/// call, and all calls made by these events, would have written. `frame` is the
/// frame address (rbp) of the call; noFrame if its frame must not be changed.
void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame);
/// Poisons (fills with a pattern) the memory that a skipped call, and all calls
/// made in it, would have written.
void poisonInvocation(uint32_t invocation);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
