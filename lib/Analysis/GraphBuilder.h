// Builds a dependence graph while a run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis. DependenceRecorder decides which nodes there are; the
// builder knows who last wrote each byte and each register, and so where the
// values that a node reads come from.

#ifndef PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
#define PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H

#include "FrameStack.h"
#include "LastWriters.h"
#include "pinstripe/Analysis/DependenceGraph.h"

namespace pinstripe {

/// Calls `take(part)` for each part of the set.
template <typename Take> void forEachPart(RegisterSet set, Take take) {
  for (; set != 0; set &= set - 1)
    take(static_cast<unsigned>(llvm::countr_zero(set)));
}

/// The writers of a range of bytes that is about to be copied.
struct CopiedBytes {
  /// Adjacent bytes that one node wrote.
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

  // Nodes. One node is under construction at a time: the dependences that are
  // added belong to the node that was begun last.

  NodeId nextNode() const { return NodeId(graph.nodes()); }
  NodeId beginNode();
  void endNode(NodeId node);
  /// Adds a dependence on `on`. If the node has it already, the stronger of
  /// both stays: a value says more than an address.
  void add(NodeId on, bool isAddress, bool isStale);
  /// Adds dependences on the writers of registers.
  void addParts(RegisterSet parts, bool isAddress);
  /// Adds dependences on the writers of memory.
  void addBytes(uint64_t address, uint64_t size, bool isAddress = false);

  /// The nodes that follow belong to `event`; nullopt if they belong to none.
  void beginEvent(std::optional<EventIndex> event);
  /// The number of the event that is being executed, or a larger number than
  /// any event has.
  uint32_t currentEvent() const { return graph.starts.back().event; }
  void noteDecision(NodeId node) { graph.decisions.push_back(node); }
  void noteTracked(NodeId node) { graph.allTracked.push_back(node); }
  void noteOutput(DependenceGraph::Output output) {
    graph.allOutputs.push_back(std::move(output));
  }

  // Writers of registers and memory.

  void define(RegisterSet parts, NodeId writer) {
    forEachPart(parts, [&](unsigned part) { registers[part] = writer; });
  }
  void set(uint64_t address, uint64_t size, NodeId writer);
  void allocate(uint64_t address, uint64_t size);
  void release(uint64_t address);
  CopiedBytes readCopied(uint64_t address, uint64_t size);
  /// Copies `bytes` to `to`. Each byte gets the writer of its original, by way
  /// of a node for each stretch. `cause` decided where to and how much.
  void writeCopied(const CopiedBytes &bytes, const MemoryAccess &to,
                   NodeId cause);

  // Places that code may write to, for relevant slices.

  /// Starts to note them. The run will have the trace `expected`.
  void notePlaces(const Trace &expected) { trace = &expected; }

  void moduleLoaded(ModuleId module, uint64_t bias);
  /// Returns the difference of run-time and table addresses of a module.
  int64_t movedBy(ModuleId module) const {
    return moves[static_cast<size_t>(module)];
  }

  /// Returns true from the moment on when the graph has taken the memory that
  /// it may take.
  bool isExhausted() const { return hasExhausted; }
  /// Measures the graph. Returns false if it may not grow any further.
  bool checkRoom();
  uint64_t limit() const { return maxBytes; }
  /// Completes the graph.
  DependenceGraph take();

  std::array<NodeId, 64> registers{}; ///< The last writer of each part.
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

  const UnitTable &table;
  uint64_t maxBytes;
  bool hasExhausted = false;
  const Trace *trace = nullptr; ///< Null if no places are noted.
  DependenceGraph graph;
  std::vector<int64_t> moves; ///< Run-time minus table address of each module.
  llvm::DenseMap<uint64_t, uint64_t> blockSizes; ///< Heap blocks, by address.
  uint64_t copyNodes = 0; ///< Number of nodes made for copied bytes.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
