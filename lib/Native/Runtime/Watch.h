//===- Watch.h - Values that the tool has asked for -------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lib/Execution/WatchReader.cpp does from outside. Events at which there
// is something to be read are never executed by hooks alone: the runs of
// included events end before them.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_WATCH_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_WATCH_H

#include "Activations.h"

namespace pinstripe::native {

inline bool hasWatches() { return setup().watchSlots != 0; }

/// The event at this position is about to begin.
void watchBegin(uint32_t position, uint64_t frame);
/// The latest event of the activation, the top one, is over.
void watchEnd(const Activation &activation, uint64_t frame);
/// Tells the tool what was read so far: other runs have used its memory.
void publishWatches();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_WATCH_H
