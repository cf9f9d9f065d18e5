// Makes tables that tell what skipped parts of a run would have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables/SkippedTables.h"

using namespace pinstripe;

SkippedTables::SkippedTables(const UnitTable &table, const Trace &trace) {
  findTrees(trace);
  findWriters(table, trace);
}

/// Finds where each recorded call ends, as a position. Positions number the
/// events sorted by call, so that the events of a call are followed at once by
/// those of all calls made in it. The end is the position after the last of all
/// these events.
void SkippedTables::findTrees(const Trace &trace) {
  llvm::ArrayRef<Invocation> invocations = trace.allInvocations();
  ends.resize(invocations.size());
  for (size_t i = invocations.size(); i-- > 0;) {
    InvocationId id{static_cast<uint32_t>(i)};
    uint32_t own = trace.firstPosition(id) +
                   static_cast<uint32_t>(trace.eventsOf(id).size());
    ends[i] = std::max(ends[i], own);
    if (std::optional<InvocationId> caller = invocations[i].caller) {
      uint32_t &whole = ends[static_cast<size_t>(*caller)];
      whole = std::max(whole, ends[i]);
    }
  }
}

void SkippedTables::findWriters(const UnitTable &table, const Trace &trace) {
  constexpr uint32_t never = ~uint32_t(0), none = never - 1;
  // For each statement entry (an address at which a statement can begin), the
  // number of the last block of events in which the entry was seen. With this
  // number, each block lists an entry only once. `never` marks the entries of
  // statements without stores, which are not listed.
  std::vector<uint32_t> lastBlock(table.entries.size(), none);
  for (size_t i = 0; i < table.entries.size(); ++i)
    if (table.entries[i].flow.stores.empty())
      lastBlock[i] = never;
  trace.forEachPart([&](const PlacedStretch &part) {
    for (uint32_t i = 0; i < part.size; ++i) {
      uint32_t block = (part.firstPosition + i) / native::storeBlockSize;
      if (block == firstWriters.size())
        firstWriters.push_back(static_cast<uint32_t>(blockWriters.size()));
      auto entry = static_cast<uint32_t>(trace.entryOf(
          EventIndex(static_cast<uint32_t>(part.firstEvent) + i)));
      if (lastBlock[entry] == never || lastBlock[entry] == block)
        continue;
      lastBlock[entry] = block;
      blockWriters.push_back(entry);
    }
  });
  firstWriters.push_back(static_cast<uint32_t>(blockWriters.size()));
}
