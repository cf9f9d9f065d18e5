// Draws random configurations and policies for partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_RANDOMPLANS_H
#define PINSTRIPE_TEST_CONFORMANCE_RANDOMPLANS_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe::conformance {

struct Policy {
  Flow flow = Flow::Trace;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  Poison poison = Poison::Pattern;
};

/// A configuration, and the rules under which it is executed.
struct Plan {
  std::string name;
  EventSet events; ///< feasible
  Policy policy;
  uint64_t eventLimit = 0;
};

/// Draws plans from a seed. A plan depends only on the seed and its number, so
/// a single plan can be tried again. Plans with the same policy follow each
/// other, since an engine has to start the program again for another policy.
class RandomPlans {
public:
  /// The last `guarded` plans are in guarded flow.
  RandomPlans(const UnitTable &table, const Trace &trace, unsigned seed,
              unsigned count, unsigned guarded)
      : table(table), trace(trace), graph(table, trace), tree(graph, trace),
        seed(seed), count(count), guarded(guarded) {}
  Plan plan(unsigned number) const;

private:
  Policy policyOf(unsigned number) const;

  const UnitTable &table;
  const Trace &trace;
  UnitGraph graph;
  ControlTree tree;
  unsigned seed, count, guarded;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_RANDOMPLANS_H
