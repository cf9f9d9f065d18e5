//===- Skipped.h - What skipped code would have written ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answers of lib/Execution/SkippedStores.cpp, written at once. All events
// of an invocation and of those that it called are neighbours, as positions
// count them; of a long range of positions it is known which entries occur.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H

#include "Activations.h"

namespace pinstripe::native {

/// In place of a frame that is not there, or of no more use.
constexpr uint64_t noFrame = 0;

/// Poisons what the events [begin, end) of an activation with that rbp would
/// have written, with all that they called.
void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame);
/// The same for an invocation that is not run.
void poisonInvocation(uint32_t invocation);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SKIPPED_H
