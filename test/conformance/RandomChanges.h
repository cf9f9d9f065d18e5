// Draws random changes of a recorded run for the tests of live flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_RANDOMCHANGES_H
#define PINSTRIPE_TEST_CONFORMANCE_RANDOMCHANGES_H

#include "Values.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LiveChange.h"
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pinstripe::conformance {

/// One or more changes of a run, made one after the other, with a name for
/// messages.
struct NamedChange {
  std::vector<LiveChange> changes;
  std::string name;
  bool isNull = false; ///< true if the change leads where the recorded run went
};

/// Draws random changes of a recorded run: changes that the verbs use to find
/// defects, and jumps to anywhere in a function. The same seed always gives the
/// same changes.
class RandomChanges {
public:
  RandomChanges(const UnitTable &table, const Trace &trace, unsigned seed)
      : table(table), trace(trace), graph(table, trace), numbers(table),
        seed(seed) {}

  NamedChange draw(unsigned number);
  /// Adds a change at a later event. `changed` is the run with the changes so
  /// far. Returns false if it has no later event.
  bool extend(NamedChange &change, const Trace &changed);

private:
  size_t below(size_t limit) { return random() % limit; }
  FlowTarget targetOf(EntryId entry);
  FlowTarget recordedTarget(EventIndex event) const;
  FlowTarget fromGraph(EntryId successor) const {
    return successor == UnitGraph::exit ? FlowTarget() : FlowTarget{successor};
  }
  /// Draws a value to replace. Returns false if the statement names no number
  /// in its stack frame.
  bool replace(LiveChange &change, EventIndex event);
  /// Draws ranges of memory to be overwritten, before one execution of a
  /// statement or before each. Returns false if the statement names no number
  /// in its stack frame.
  bool overwrite(LiveChange &change, EventIndex event);
  OverwrittenRange drawRange(llvm::ArrayRef<MemoryValue> places);
  std::string nameOf(const FlowTarget &target) const {
    return target.entry ? "'" + table.unitOf(*target.entry).text + "'" : "end";
  }
  std::string nameOf(const LiveChange &change) const;
  /// Draws an operand of an executed statement whose value is forced. The run
  /// may not reach the operand. Returns nullopt if there is no operand.
  std::optional<LiveChange> force(bool isOfOneEvent);
  std::optional<OperandId> operandOf(EntryId entry);

  const UnitTable &table;
  const Trace &trace;
  UnitGraph graph;
  FrameNumbers numbers;
  unsigned seed;
  std::mt19937 random;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_RANDOMCHANGES_H
