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

/// Changes of a run, one after the other, with a name for messages.
struct NamedChange {
  std::vector<LiveChange> changes;
  std::string name;
  bool isNull = false; ///< the change leads where the recorded run went
};

/// Draws random changes of a recorded run: those that searches for defects ask
/// for, and jumps to anywhere in a function. Draws the same ones each time for
/// the same seed.
class RandomChanges {
public:
  RandomChanges(const UnitTable &table, const Trace &trace, unsigned seed)
      : table(table), trace(trace), graph(table, trace), numbers(table),
        seed(seed) {}

  NamedChange draw(unsigned number);
  /// Adds a change of a later event of the run that the changes so far have
  /// made. Returns false if there is no later event.
  bool extend(NamedChange &change, const Trace &changed);

private:
  size_t below(size_t limit) { return random() % limit; }
  FlowTarget targetOf(EntryId entry);
  FlowTarget recordedTarget(EventIndex event) const;
  FlowTarget fromGraph(EntryId successor) const {
    return successor == UnitGraph::exit ? FlowTarget() : FlowTarget{successor};
  }
  /// Draws a value to replace. Returns false if the statement names no number
  /// of its frame.
  bool replace(LiveChange &change, EventIndex event);
  /// Draws ranges of memory to overwrite before one execution of a statement,
  /// or before each. Returns false if the statement names no number of its
  /// frame.
  bool overwrite(LiveChange &change, EventIndex event);
  OverwrittenRange drawRange(llvm::ArrayRef<MemoryValue> places);
  std::string nameOf(const FlowTarget &target) const {
    return target.entry ? "'" + table.unitOf(*target.entry).text + "'" : "end";
  }
  std::string nameOf(const LiveChange &change) const;
  /// Draws a forced operand of an executed unit. The operand may not be reached
  /// there. Returns none if there is no operand.
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
