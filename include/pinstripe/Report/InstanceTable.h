//===- InstanceTable.h - Which instance an event is -------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_INSTANCETABLE_H
#define PINSTRIPE_REPORT_INSTANCETABLE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// What readers want to know about an event and the trace does not store:
/// its unit, the how manieth execution of that unit it is, and how deeply
/// its invocation is nested. Computed in one pass; refers to table and trace.
/// Takes 4 bytes an event and an invocation.
class InstanceTable {
public:
  InstanceTable(const UnitTable &table, const Trace &trace);

  UnitId unitOf(EventIndex index) const;
  /// Counts from 1 over the whole run: `12:9 #3` is the third execution.
  uint32_t instanceOf(EventIndex index) const {
    return instances[static_cast<size_t>(index)];
  }
  /// How often the unit was executed in the recorded run.
  uint32_t executions(UnitId unit) const {
    return unitExecutions[static_cast<size_t>(unit)];
  }
  /// 0 for main and whatever else nobody traced has called.
  uint32_t depthOf(InvocationId id) const {
    return depths[static_cast<size_t>(id)];
  }
  /// The number of different units in the trace.
  uint32_t executedUnits() const;

private:
  const UnitTable &table;
  const Trace &trace;
  GrowingArray<uint32_t> instances;
  std::vector<uint32_t> unitExecutions;
  GrowingArray<uint32_t> depths;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_INSTANCETABLE_H
