// Numbers the executions of each statement in a trace, such as `12:9 #3`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number 3 stands for the third execution of the statement at 12:9.

#ifndef PINSTRIPE_TRACE_INSTANCETABLE_H
#define PINSTRIPE_TRACE_INSTANCETABLE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Properties of events that the trace does not store: the statement unit that
/// was executed, the number of this execution among all executions of the unit,
/// and the depth of nested calls. The table is computed in one pass and refers
/// to a UnitTable and a Trace.
///
/// The table stores numbers only at the beginning of each block of events, and
/// counts on from there. So it takes little memory. It is fast if successive
/// queries are about neighbouring events. All functions must be called by one
/// thread at a time.
class InstanceTable {
public:
  InstanceTable(const UnitTable &table, const Trace &trace);

  UnitId unitOf(EventIndex index) const {
    return table.entry(trace.entryOf(index)).unit;
  }
  /// Returns the number of an event among all executions of its statement in
  /// the run, counted from 1. For example, `12:9 #3` is the third execution.
  uint32_t instanceOf(EventIndex index) const;
  /// Returns how often a statement unit was executed in the recorded run.
  uint32_t executions(UnitId unit) const {
    return unitExecutions[static_cast<size_t>(unit)];
  }
  /// Returns how deeply a call is nested: the number of traced callers above
  /// it, 0 for main.
  uint32_t depthOf(InvocationId id) const {
    return depths[static_cast<size_t>(id)];
  }
  /// Returns how many different statement units were executed in the run.
  uint32_t executedUnits() const;

private:
  static constexpr size_t blockSize = 4096;
  static constexpr size_t noBlock = ~size_t(0);

  /// How often a unit was executed before a block of events begins. Only blocks
  /// in which the unit is executed have such a count.
  struct CountBefore {
    uint32_t block;
    uint32_t executions;
  };

  void countBlock(size_t block) const;

  const UnitTable &table;
  const Trace &trace;
  /// For each unit, the blocks of events in which it was executed, in the order
  /// of the run, with the number of its earlier executions.
  std::vector<std::vector<CountBefore>> countsBefore;
  std::vector<uint32_t> unitExecutions;
  GrowingArray<uint32_t> depths;
  /// The index of the block whose events were numbered last, and the numbers of
  /// these events. The numbers are kept, since the next event that is asked for
  /// is often in the same block.
  mutable size_t countedBlock = noBlock;
  mutable std::vector<uint32_t> instances;
  /// The number that was given last to an execution of a unit, and the pass in
  /// which it was given. A pass numbers the events of one block. The number is
  /// valid only in its own pass.
  struct LastCount {
    uint64_t pass;
    uint32_t instance;
  };
  mutable std::vector<LastCount> lastCounts;
  mutable uint64_t passes = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_INSTANCETABLE_H
