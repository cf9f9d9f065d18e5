//===- SimulatedOracles.h - Oracles without programs ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_SIMULATEDORACLES_H
#define PINSTRIPE_BENCH_SIMULATEDORACLES_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Oracle.h"
#include <functional>
#include <string>
#include <vector>

namespace pinstripe::bench {

/// What a reduction is to be tried on, without any program. All of it is drawn
/// from a seed, by a generator that is the same everywhere.
struct SimulatedCase {
  size_t elements = 0;
  std::function<Outcome(const Configuration &)> outcomeOf;
  /// What goes in or out together only; none: nothing does, or nobody knows.
  std::vector<ElementGroup> groups;
};

/// Monotone: `required` elements at random places, the others of no effect.
SimulatedCase scattered(size_t elements, size_t required, uint32_t seed);

/// A trace of a small machine: 24 variables of 8 bits are initialised, then a
/// loop of 12 operations on random ones of them (a constant, a = b, a += b,
/// a ^= b) runs as often as it takes until four of five operations, random
/// ones, are `events` in all. An event that is left out leaves its variable as
/// it was, 0 at first. FAIL: a random variable ends as it did with all events;
/// it would not without any. Not monotone. Most programs keep one or two
/// events, one of six keeps hundreds.
SimulatedCase machine(size_t events, uint32_t seed);

/// `required` elements at random places, and 55 % of the runs of four elements,
/// random ones, go in or out as one: a part of such a run is UNRESOLVED.
SimulatedCase paired(size_t elements, size_t required, uint32_t seed);
/// The same for somebody who knows what goes together.
SimulatedCase pairedKnown(size_t elements, size_t required, uint32_t seed);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_SIMULATEDORACLES_H
