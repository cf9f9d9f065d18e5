//===- EventSetDelta.h - Sets of events as differences ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of a reduction differ little from one another. The events that are in
// one of two sets only, as runs: LEB128 numbers, in turns how many are equal
// and how many differ, compressed where that is shorter.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_STORE_EVENTSETDELTA_H
#define PINSTRIPE_LIB_STORE_EVENTSETDELTA_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace pinstripe {

/// Both sets have the same size.
llvm::SmallVector<uint8_t, 0> encodeDelta(const EventSet &base,
                                          const EventSet &set);
/// Nothing if `bytes` are not from `encodeDelta` with this base.
std::optional<EventSet> applyDelta(EventSet base,
                                   llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_STORE_EVENTSETDELTA_H
