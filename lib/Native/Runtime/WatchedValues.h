// Reads watched values inside the target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the same as lib/Execution/Flow/WatchReader.cpp does from outside. An
// event at which a value has to be read is never executed by hooks alone: a run
// of included events ends before it.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H

#include "Activations.h"

namespace pinstripe::native {

inline bool hasWatches() { return setup().watchSlots != 0; }

/// Reads what is watched when the event at this position begins.
void watchBegin(uint32_t position, uint64_t frame);
/// Reads what is watched when the latest event of the top activation ends.
void watchEnd(const Activation &activation, uint64_t frame);
/// Copies all values read so far to the shared memory again, since other runs
/// have overwritten it.
void publishWatches();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
