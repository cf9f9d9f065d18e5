// Simulates oracles without programs, to compare reduction algorithms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_SIMULATEDORACLES_H
#define PINSTRIPE_BENCH_SIMULATEDORACLES_H

#include "PointerMachine.h"
#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Oracle.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe::bench {

/// An input for a reduction without a program. Everything is drawn from a seed,
/// by a generator that gives the same numbers on all machines.
struct SimulatedCase {
  size_t elements = 0;
  std::function<Outcome(const Configuration &)> outcomeOf;
  /// Elements that go in or out together only; empty if there are none, or if
  /// the algorithm is not told.
  std::vector<ElementGroup> groups;
  /// A machine that also knows the dependences of its run; null if the case has
  /// none. It takes the place of `outcomeOf`.
  std::shared_ptr<PointerMachine> machine = nullptr;
};

/// A monotone case: `required` elements at random places are needed, the others
/// have no effect.
SimulatedCase scattered(size_t elements, size_t required, uint32_t seed);

/// A case that is not monotone: the trace of a small machine. It initialises 24
/// variables of 8 bits, then repeats a loop of 12 operations on random
/// variables (a constant, a = b, a += b, a ^= b) of which a random four of five
/// are events, up to `events` in all. An event that is left out leaves its
/// variable as it was, 0 at first. The outcome is FAIL if a random variable
/// ends as it did with all events, which it would not without any. Most
/// programs need one or two events, one of six needs hundreds.
SimulatedCase machine(size_t events, uint32_t seed);

/// A case with `required` elements at random places. A random 55 % of the runs
/// of four elements go in or out as one: a part of such a run is UNRESOLVED.
SimulatedCase paired(size_t elements, size_t required, uint32_t seed);
/// The same case, but the algorithm is told what goes together.
SimulatedCase pairedKnown(size_t elements, size_t required, uint32_t seed);

/// A case in which partial executions crash: the run of a machine with pointers
/// (see PointerMachine). Algorithms that try groups get the slice of values and
/// addresses as their first candidate.
SimulatedCase pointers(size_t events, uint32_t seed);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_SIMULATEDORACLES_H
