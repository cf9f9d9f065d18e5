// Numbers the executions of each statement in a trace, such as `12:9 #3`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/InstanceTable.h"
#include <algorithm>

using namespace pinstripe;

InstanceTable::InstanceTable(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace), countsBefore(table.units.size()),
      unitExecutions(table.units.size()), lastCounts(table.units.size()) {
  for (size_t i = 0; i != trace.size(); ++i) {
    auto block = static_cast<uint32_t>(i / blockSize);
    auto unit = static_cast<size_t>(unitOf(EventIndex(i)));
    std::vector<CountBefore> &counts = countsBefore[unit];
    if (counts.empty() || counts.back().block != block)
      counts.push_back({block, unitExecutions[unit]});
    ++unitExecutions[unit];
  }
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

/// Numbers the events of a block of consecutive events: the k-th execution of a
/// statement in the whole run gets the number k.
void InstanceTable::countBlock(size_t block) const {
  size_t first = block * blockSize;
  size_t count = std::min(blockSize, trace.size() - first);
  instances.resize(count);
  ++passes;
  for (size_t i = 0; i != count; ++i) {
    auto unit = static_cast<size_t>(unitOf(EventIndex(first + i)));
    LastCount &last = lastCounts[unit];
    if (last.pass != passes)
      last = {passes, std::ranges::lower_bound(countsBefore[unit], block, {},
                                               &CountBefore::block)
                          ->executions};
    instances[i] = ++last.instance;
  }
  countedBlock = block;
}

uint32_t InstanceTable::instanceOf(EventIndex index) const {
  size_t block = static_cast<size_t>(index) / blockSize;
  if (block != countedBlock)
    countBlock(block);
  return instances[static_cast<size_t>(index) % blockSize];
}

uint32_t InstanceTable::executedUnits() const {
  return std::count_if(unitExecutions.begin(), unitExecutions.end(),
                       [](uint32_t count) { return count != 0; });
}
