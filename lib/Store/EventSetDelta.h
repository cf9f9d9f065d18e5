// Encodes a set of events as the difference from another set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sets of successive tests differ little, so the difference is short. It is
// a sequence of LEB128 numbers. The first number says for how many events the
// sets agree, the second for how many of the following events they differ, the
// third for how many events they agree again, and so on. The numbers are
// compressed if that makes them shorter.

#ifndef PINSTRIPE_LIB_STORE_EVENTSETDELTA_H
#define PINSTRIPE_LIB_STORE_EVENTSETDELTA_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace pinstripe {

/// Encodes `set` as its difference from `base`. Both are sets of events of the
/// same trace.
llvm::SmallVector<uint8_t, 0> encodeDelta(const EventSet &base,
                                          const EventSet &set);
/// Returns the set that was passed to `encodeDelta` together with `base`.
/// Returns nullopt if the bytes can't be decoded.
std::optional<EventSet> applyDelta(EventSet base,
                                   llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_STORE_EVENTSETDELTA_H
