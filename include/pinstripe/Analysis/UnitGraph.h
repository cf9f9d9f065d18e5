//===- UnitGraph.h - Which units can follow which ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The control-flow graph of each function, with the entries of units for
// nodes: what machine code can do, and what a run was seen to do besides
// (longjmp, calls that end the program). A unit with several entries is
// several nodes: from each of them control can go elsewhere.
//
// Post-dominators by Cooper, Harvey and Kennedy, A Simple, Fast Dominance
// Algorithm (2001), on the reversed graph.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_UNITGRAPH_H
#define PINSTRIPE_ANALYSIS_UNITGRAPH_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// All functions of a program. Ends of functions are one node, `exit`, which
/// is not an entry.
class UnitGraph {
public:
  static constexpr EntryId exit{~uint32_t(0)};

  /// Takes 6 ns an event.
  UnitGraph(const UnitTable &table, const Trace &trace);
  /// Of the machine code alone.
  explicit UnitGraph(const UnitTable &table);

  /// Sorted; `exit` comes last.
  llvm::ArrayRef<EntryId> successors(EntryId entry) const {
    return edges[static_cast<size_t>(entry)];
  }
  /// More than one successor.
  bool isCondition(EntryId entry) const {
    return conditionEntries.test(static_cast<unsigned>(entry));
  }
  const llvm::BitVector &conditions() const { return conditionEntries; }
  /// The first that all ways from there to the end of the function pass;
  /// `exit` if they share no entry. Where code can't end, it is taken to be
  /// able to.
  EntryId immediatePostDominator(EntryId entry) const {
    return postDominators[static_cast<size_t>(entry)];
  }
  /// Edges that only the run has shown.
  size_t observedEdges() const { return observed; }

private:
  void addStatic(const UnitTable &table);
  void addObserved(const Trace &trace);
  bool addEdge(EntryId from, EntryId to);
  void finish(const UnitTable &table);

  std::vector<llvm::SmallVector<EntryId, 2>> edges; ///< by entry
  llvm::BitVector conditionEntries;
  std::vector<EntryId> postDominators;
  size_t observed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_UNITGRAPH_H
