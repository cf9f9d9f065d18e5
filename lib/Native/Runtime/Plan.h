// Finds out which recorded events a run executes, from an array of bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement. Each recorded event has a bit,
// which is set if the run executes the event. A checkpoint is a process in the
// middle of a run, from which several runs are forked. A process that is to
// become a checkpoint knows only the bits of the events before the checkpoint.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_PLAN_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_PLAN_H

#include "Activations.h"

namespace pinstripe::native {

inline bool isSet(const uint64_t *words, uint32_t position) {
  return (words[position / 64] >> (position % 64) & 1) != 0;
}

/// In an array of bits, one for each event, returns the index of the first bit
/// in [from, end) that has the value `wanted`; `end` if there is no such bit.
inline uint32_t findBit(const uint64_t *words, uint32_t from, uint32_t end,
                        bool wanted) {
  if (from >= end)
    return end;
  uint64_t flip = wanted ? 0 : ~uint64_t(0);
  uint32_t word = from / 64;
  uint64_t bits = (words[word] ^ flip) >> (from % 64) << (from % 64);
  while (bits == 0) {
    if (uint64_t(++word) * 64 >= end)
      return end;
    bits = words[word] ^ flip;
  }
  uint64_t found =
      uint64_t(word) * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
  return found < end ? static_cast<uint32_t>(found) : end;
}

/// In an array of bits, one for each event, returns the index after the last
/// bit in [from, end) that is set; `from` if no bit is set.
inline uint32_t endOfBits(const uint64_t *words, uint32_t from, uint32_t end) {
  while (end > from) {
    uint32_t word = (end - 1) / 64;
    uint64_t bits = words[word] << (63 - (end - 1) % 64);
    if (bits != 0) {
      uint32_t found = end - static_cast<uint32_t>(__builtin_clzll(bits));
      return found > from ? found : from;
    }
    end = word * 64;
  }
  return from;
}

/// Returns the first event in [from, end) that the run executes; `end` if it
/// executes none. Events are given as indices in EventsByCall, which sorts them
/// by call.
///
/// This process may have to become a checkpoint (a stopped process from which
/// runs are forked) before a certain event. It does so when the search finds
/// that event or a later one. The search then goes on in each run that the
/// checkpoint forks, with that run's own set of events.
inline uint32_t nextIncluded(uint32_t from, uint32_t end) {
  const uint64_t *included = tableAt<uint64_t>(includedAddress);
  uint32_t found = findBit(included, from, end, true);
  while (processState().checkpointSlot != 0 && found < end &&
         !isSet(tableAt<uint64_t>(prefixAddress), found)) {
    suspendTop();
    serveAsCheckpoint(processState().checkpointSlot);
    found = findBit(included, from, end, true);
  }
  return found;
}

inline uint32_t endOfRun(uint32_t from, uint32_t end) {
  uint32_t found =
      findBit(tableAt<uint64_t>(includedAddress), from, end, false);
  if (processState().checkpointSlot != 0)
    found = findBit(tableAt<uint64_t>(prefixAddress), from, found, false);
  if (setup().watchSlots != 0)
    found = findBit(tableAt<uint64_t>(watchedAddress), from, found, true);
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0) {
    uint64_t left = limit - runState().executed;
    if (found - from > left)
      found = from + static_cast<uint32_t>(left);
  }
  return endOfTurn(from, found);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_PLAN_H
