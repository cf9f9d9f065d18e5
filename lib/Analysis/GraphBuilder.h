// Builds a dependence graph while a run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. DependenceRecorder decides which nodes
// the graph has. The builder knows which node last wrote each byte and each
// register, and so where the values that a node reads come from.

#ifndef PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
#define PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H

#include "FrameStack.h"
#include "LastWriters.h"
#include "pinstripe/Analysis/DependenceGraph.h"

namespace pinstripe {

/// Calls `take(part)` for each register part in the set.
template <typename Take> void forEachPart(RegisterSet set, Take take) {
  for (; set != 0; set &= set - 1)
    take(static_cast<unsigned>(llvm::countr_zero(set)));
}

/// The nodes that have written the bytes of a range that is about to be copied.
struct CopiedBytes {
  /// Neighbouring bytes that one node has written.
  struct Stretch {
    uint64_t size = 0;
    NodeId writer{};
    bool isStale = false;
  };
  uint64_t address = 0;
  std::vector<Stretch> stretches = {};
};

class GraphBuilder {
public:
  GraphBuilder(const UnitTable &table, uint64_t maxBytes);

  // One node is built at a time: the functions that add dependences add them to
  // the node that was begun last.

  NodeId nextNode() const { return NodeId(graph.nodes()); }
  NodeId beginNode();
  void endNode(NodeId node);
  /// Adds a dependence on node `on`. If there is such a dependence already, the
  /// two become one, which counts as an address only if both do.
  void add(NodeId on, bool isAddress, bool isStale);
  /// Adds dependences on the nodes that last wrote the registers `parts`.
  void addParts(RegisterSet parts, bool isAddress);
  /// Adds dependences on the nodes that last wrote the bytes at `address`.
  void addBytes(uint64_t address, uint64_t size, bool isAddress = false);

  /// Says to which event the nodes belong that are begun from now on; nullopt
  /// if they belong to no event.
  void beginEvent(std::optional<EventIndex> event);
  /// Returns the number of the current event, or outside of all events a number
  /// larger than that of any event.
  uint32_t currentEvent() const { return graph.starts.back().event; }
  void noteDecision(NodeId node) { graph.decisions.push_back(node); }
  void noteTracked(NodeId node) { graph.allTracked.push_back(node); }
  void noteMissingReturn(DependenceGraph::MissingReturn missing) {
    graph.allMissingReturns.push_back(missing);
  }
  void noteOutput(DependenceGraph::Output output) {
    graph.allOutputs.push_back(std::move(output));
  }

  // The following functions set which node has last written each register and
  // each byte.

  void define(RegisterSet parts, NodeId writer) {
    forEachPart(parts, [&](unsigned part) { registers[part] = writer; });
  }
  void set(uint64_t address, uint64_t size, NodeId writer);
  void allocate(uint64_t address, uint64_t size);
  void release(uint64_t address);
  CopiedBytes readCopied(uint64_t address, uint64_t size);
  /// Notes that the run copies `bytes` to `to`. Adds nodes for the copy, which
  /// depend on the writers of the original bytes, and on the node `cause`,
  /// which has decided on place and size.
  void writeCopied(const CopiedBytes &bytes, const MemoryAccess &to,
                   NodeId cause);

  // The following functions store which statements may write to which memory,
  // which relevant slices need.

  /// Begins to store which statements write to which memory. The run will have
  /// the trace `expected`.
  void notePlaces(const Trace &expected) { trace = &expected; }

  /// Begins to store which nodes read memory that nothing has set.
  void noteUnset() { notesUnset = true; }

  void moduleLoaded(ModuleId module, uint64_t bias);
  /// Returns how far a module was moved: its run-time addresses minus those of
  /// the unit table.
  int64_t movedBy(ModuleId module) const {
    return moves[static_cast<size_t>(module)];
  }

  /// Returns true if the graph has become too large (see `checkRoom`).
  bool isExhausted() const { return hasExhausted; }
  /// Measures the graph. Returns false if the graph must not grow further.
  bool checkRoom();
  uint64_t limit() const { return maxBytes; }
  /// Returns the finished graph.
  DependenceGraph take();

  /// For each register part, the node that has last written it.
  std::array<NodeId, 64> registers{};
  LastWriters memory;
  FrameStack frames;

private:
  template <typename Take>
  void visitOrigins(uint64_t address, uint64_t size, Take take);
  void restore(const CopiedBytes &bytes, uint64_t size);
  void addStaticStores(ModuleId module);
  std::optional<StoredPlace> placeOf(uint64_t address) const;
  void noteWrite(uint64_t address, uint64_t size);
  void noteUndefined(uint64_t address, uint64_t size);
  bool isUnset(NodeId writer, bool isStale) const {
    return writer == DependenceGraph::unwrittenStack || isStale ||
           graph.isUnwrittenHeap(writer);
  }
  void noteUnset(uint64_t address, NodeId writer, bool isStale);
  void markUnsetAsPart(size_t first);

  const UnitTable &table;
  uint64_t maxBytes;
  bool hasExhausted = false;
  bool notesUnset = false;
  /// The trace of the run; null unless `notePlaces` was called.
  const Trace *trace = nullptr;
  DependenceGraph graph;
  /// For each module, its run-time addresses minus those of the unit table.
  std::vector<int64_t> moves;
  /// The size of each heap block, by the address of the block.
  llvm::DenseMap<uint64_t, uint64_t> blockSizes;
  /// How many nodes of the graph stand for copied bytes.
  uint64_t copyNodes = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
