// Reads watched values inside the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the same as lib/Execution/Flow/WatchReader.cpp does from outside. Hooks
// never execute an event by themselves if a value has to be read there: a row
// of included events ends before it.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H

#include "Activations.h"

namespace pinstripe::native {

inline bool hasWatches() { return setup().watchSlots != 0; }

/// Reads the values that are watched at the begin of the event at this
/// position.
void watchBegin(uint32_t position, uint64_t frame);
/// Reads the values that are watched at the end of the last event that the
/// topmost call has executed.
void watchEnd(const Activation &activation, uint64_t frame);
/// Copies all values that were read before the checkpoint to the memory shared
/// with the tool. That is done in each run from the checkpoint, since the runs
/// before have overwritten the values there.
void publishWatches();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
