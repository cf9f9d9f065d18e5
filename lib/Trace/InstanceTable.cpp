// Numbers the executions of each statement in a trace, such as `12:9 #3`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/InstanceTable.h"
#include <algorithm>

using namespace pinstripe;

InstanceTable::InstanceTable(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace), unitExecutions(table.units.size()) {
  instances.resize(trace.size());
  for (size_t i = 0; i != trace.size(); ++i)
    instances[i] = ++unitExecutions[static_cast<size_t>(unitOf(EventIndex(i)))];
  // A call comes after its caller in the trace, so the depth of the caller is
  // already known.
  depths.reserve(trace.allInvocations().size());
  for (const Invocation &invocation : trace.allInvocations()) {
    uint32_t depth = 0;
    if (invocation.caller &&
        static_cast<size_t>(*invocation.caller) < depths.size())
      depth = depths[static_cast<size_t>(*invocation.caller)] + 1;
    depths.push_back(depth);
  }
}

UnitId InstanceTable::unitOf(EventIndex index) const {
  return table.entry(trace.event(index).entry).unit;
}

uint32_t InstanceTable::executedUnits() const {
  return std::count_if(unitExecutions.begin(), unitExecutions.end(),
                       [](uint32_t count) { return count != 0; });
}
