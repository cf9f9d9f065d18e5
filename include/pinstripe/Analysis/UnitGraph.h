// Holds the control-flow graph of each function, with entries of units as
// nodes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most edges come from the machine code. Edges that machine code does not show
// come from a recorded run: those of longjmp, and of calls that end the
// program. A unit with several entries has a node for each entry, since control
// can go from one entry to places to which it can't go from another.

#ifndef PINSTRIPE_ANALYSIS_UNITGRAPH_H
#define PINSTRIPE_ANALYSIS_UNITGRAPH_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The control-flow graphs of all functions. The ends of all functions are one
/// common node, `exit`, which is not an entry.
class UnitGraph {
public:
  static constexpr EntryId exit{~uint32_t(0)};

  /// Makes the edges that machine code shows, and those that a recorded run has
  /// taken. Takes 6 ns for each event.
  UnitGraph(const UnitTable &table, const Trace &trace);
  /// Makes only the edges that machine code shows.
  explicit UnitGraph(const UnitTable &table);

  /// Returns the entries that can come after an entry, sorted. The last element
  /// may be `exit`, if control can leave the function.
  llvm::ArrayRef<EntryId> successors(EntryId entry) const {
    return edges[static_cast<size_t>(entry)];
  }
  /// Returns true if the entry has more than one successor.
  bool isCondition(EntryId entry) const {
    return conditionEntries.contains(entry);
  }
  const EntrySet &conditions() const { return conditionEntries; }
  /// Returns the immediate post-dominator of `entry`: the first entry after
  /// `entry` that is on all ways from `entry` to the end of the function;
  /// `exit` if there is none. In a loop without an end, the last entry counts
  /// as leading to `exit`.
  EntryId immediatePostDominator(EntryId entry) const {
    return postDominators[static_cast<size_t>(entry)];
  }
  /// Returns how many edges were seen only in the run, not in machine code.
  size_t observedEdges() const { return observed; }

private:
  void addStatic(const UnitTable &table);
  void addObserved(const Trace &trace);
  bool addEdge(EntryId from, EntryId to);
  void finish(const UnitTable &table);

  /// For each entry, the entries that can come directly after it.
  std::vector<llvm::SmallVector<EntryId, 2>> edges;
  EntrySet conditionEntries;
  std::vector<EntryId> postDominators;
  size_t observed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_UNITGRAPH_H
