// Reads watched values (those that `--watch` compares) inside the process under
// test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lib/Execution/Flow/WatchReader.cpp reads the same values from outside of the
// process. Usually the program executes many events in a row without a call of
// the runtime. The runtime is the tool's code in the process, and only the
// runtime can read a value. So such a row ends at each event where a value is
// to be read.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H

#include "Activations.h"

namespace pinstripe::native {

inline bool hasWatches() { return setup().watchSlots != 0; }

/// Reads the watched values (those that `--watch` compares) that are wanted
/// just before an event (execution of a statement). `position` is the index of
/// the event in EventsByCall (the events sorted by call), and `frame` is the
/// value of rbp.
void watchBegin(uint32_t position, uint64_t frame);
/// Called when an event of the call `activation` has ended. Reads the values
/// that `--watch` compares just after this event.
void watchEnd(const Activation &activation, uint64_t frame);
/// Copies the watched values that were read before a checkpoint to the memory
/// shared with the tool. Watched values are those that `--watch` compares. Each
/// run that starts at the checkpoint calls this function, since earlier runs
/// have overwritten the shared memory.
void publishWatches();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_WATCHEDVALUES_H
