// Poisons, inside the target, what skipped events would have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the same as lib/Execution/Flow/SkippedStores.cpp, directly in memory.
// The positions of an invocation's events and of everything that it called are
// contiguous, and for long ranges of positions tables say which entries occur.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H

#include "Activations.h"

namespace pinstripe::native {

/// Stands for a frame that does not exist or needs no poison.
constexpr uint64_t noFrame = 0;

/// Poisons what the events [begin, end) of an activation, and everything that
/// they called, would have written. `frame` is the rbp of the activation.
void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame);
/// Poisons what a skipped invocation, and everything that it called, would have
/// written.
void poisonInvocation(uint32_t invocation);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
