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

/// An input for a reduction that needs no program. All its parts are random,
/// drawn from a seed by a generator that gives the same numbers on all
/// machines.
struct SimulatedCase {
  size_t elements = 0;
  std::function<Outcome(const Configuration &)> outcomeOf;
  /// Groups of elements that can only be removed together. Empty if there are
  /// none, or if the algorithm is not told about them.
  std::vector<ElementGroup> groups;
  /// A machine that knows the dependences of its run; null if the case has
  /// none. If it is set, it is used instead of `outcomeOf`.
  std::shared_ptr<PointerMachine> machine = nullptr;
};

/// A monotone case: `required` elements at random places are needed, the others
/// have no effect.
SimulatedCase scattered(size_t elements, size_t required, uint32_t seed);

/// A case that is not monotone: the trace of a small simulated machine. The
/// machine initialises 24 variables of 8 bits. Then it repeats a loop of 12
/// operations on random variables (a constant, a = b, a += b, a ^= b). In each
/// iteration, a random four of five operations are events. There are up to
/// `events` events. If an event is left out, its variable keeps its value,
/// which is 0 at first. The outcome is FAIL if a certain random variable has
/// the same value at the end as with all events; without any events, it has
/// another value. Most programs need one or two events, but one in six needs
/// hundreds.
SimulatedCase machine(size_t events, uint32_t seed);

/// A case in which `required` elements at random places are needed. A random 55
/// % of the groups of four consecutive elements can only be removed together:
/// with only a part of such a group, the outcome is UNRESOLVED.
SimulatedCase paired(size_t elements, size_t required, uint32_t seed);
/// The same case as `paired`, but the algorithm is told which elements belong
/// together.
SimulatedCase pairedKnown(size_t elements, size_t required, uint32_t seed);

/// A case in which partial executions crash: the run of a simulated machine
/// with pointers (see PointerMachine). Algorithms that try groups get the slice
/// of values and addresses as their first candidate.
SimulatedCase pointers(size_t events, uint32_t seed);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_SIMULATEDORACLES_H
