// Makes 64-bit numbers that look random but are the same in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_RANDOMWORDS_H
#define PINSTRIPE_LIB_CONTAINMENT_RANDOMWORDS_H

#include <cstdint>

namespace pinstripe {

/// Returns the next number of the SplitMix64 random number generator. `state`
/// may begin with any number.
inline uint64_t nextRandomWord(uint64_t &state) {
  uint64_t mixed = state += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_RANDOMWORDS_H
