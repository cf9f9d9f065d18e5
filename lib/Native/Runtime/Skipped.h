// Fills with a pattern (poison) the memory that skipped events would have
// written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement. If an event is skipped, the memory
// still has an old value, which the program might take for the right one. The
// poison prevents that. This code does the same as
// lib/Execution/Flow/SkippedStores.cpp, but works inside the process under
// test.
//
// Each event has a position in the trace. The events of a call, together with
// those of all calls made in it, have contiguous positions. For long ranges of
// positions, tables tell which statements were executed in the range.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H

#include "Activations.h"

namespace pinstripe::native {

/// Means that there is no frame, or that the frame's memory must not be
/// overwritten with poison (a pattern).
constexpr uint64_t noFrame = 0;

/// Writes poison (a pattern) into the memory that skipped events would have
/// changed. The events are those in [begin, end) of one call, with all calls
/// that they make. `frame` is the frame address (rbp) of this call. It is
/// noFrame if the frame must not be changed.
void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame);
/// Writes poison (a pattern) into the memory that a skipped call would have
/// changed. Does the same for all calls made in the skipped call.
void poisonInvocation(uint32_t invocation);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
