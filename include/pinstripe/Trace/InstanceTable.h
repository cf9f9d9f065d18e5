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
/// to a UnitTable and a Trace. It takes 4 bytes for each event and each call.
class InstanceTable {
public:
  InstanceTable(const UnitTable &table, const Trace &trace);

  UnitId unitOf(EventIndex index) const;
  /// Returns the number of an event among all executions of its statement in
  /// the run, counted from 1. For example, `12:9 #3` is the third execution.
  uint32_t instanceOf(EventIndex index) const {
    return instances[static_cast<size_t>(index)];
  }
  /// Returns how often the statement unit was executed in the recorded run.
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
  const UnitTable &table;
  const Trace &trace;
  GrowingArray<uint32_t> instances;
  std::vector<uint32_t> unitExecutions;
  GrowingArray<uint32_t> depths;
};

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_INSTANCETABLE_H
