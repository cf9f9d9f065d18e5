// Builds a dependence graph while a run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. DependenceRecorder decides which nodes
// the graph has. GraphBuilder remembers which node was the last to write each
// byte and each register. So it can find the nodes on which a new node depends.

#ifndef PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
#define PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H

#include "FrameStack.h"
#include "LastWriters.h"
#include "ReleasedMemory.h"
#include "pinstripe/Analysis/DependenceGraph.h"
#include <map>

namespace pinstripe {

/// Calls `take(part)` for each register part in `set`, such as the lowest byte
/// of rax.
template <typename Take> void forEachPart(RegisterSet set, Take take) {
  for (; set != 0; set &= set - 1)
    take(static_cast<unsigned>(llvm::countr_zero(set)));
}

/// Bytes that are about to be copied, with the graph nodes that have written
/// them.
struct CopiedBytes {
  /// Neighbouring bytes that were last written by the same graph node.
  struct Stretch {
    uint64_t size = 0;
    NodeId writer{};
    bool isStale = false;
  };
  /// Where the bytes are in memory; nullopt if a register holds them.
  std::optional<uint64_t> address = {};
  std::vector<Stretch> stretches = {};
};

class GraphBuilder {
public:
  GraphBuilder(const UnitTable &table, uint64_t maxBytes);

  // The graph is built one node at a time: the functions that add dependences
  // add them to the node that was begun last.

  NodeId nextNode() const { return NodeId(graph.nodes()); }
  NodeId beginNode();
  void endNode(NodeId node);
  /// Makes the current node depend on the node `on`. If it depends on `on`
  /// already, the two dependences are merged into one. The merged dependence is
  /// on an address only if both were, and on a stale (left over) value if at
  /// least one of them was.
  void add(NodeId on, bool isAddress, bool isStale);
  /// Makes the current node depend on the nodes that last wrote the registers
  /// `parts`.
  void addParts(RegisterSet parts, bool isAddress);
  /// Makes the current node depend on the nodes that last wrote the bytes at
  /// `address`.
  void addBytes(uint64_t address, uint64_t size, bool isAddress = false);
  /// Makes the current node depend on the addresses on which `other` depends.
  void addAddressesOf(NodeId other);
  /// Returns the number of dependences that the current node has so far.
  size_t dependencesOfCurrent() const {
    return graph.size() - graph.firstDependence.back();
  }

  /// Sets the event to which all nodes that are begun from now on belong;
  /// nullopt if they belong to no event.
  void beginEvent(std::optional<EventIndex> event);
  /// Returns the number of the event to which the newest nodes belong. If they
  /// belong to no event, returns a number that is larger than all numbers of
  /// events.
  uint32_t currentEvent() const { return graph.starts.back().event; }
  void noteDecision(NodeId node) { graph.decisions.push_back(node); }
  void noteGuess(NodeId node) { graph.guesses.push_back(node); }
  void noteTracked(NodeId node) { graph.allTracked.push_back(node); }
  void noteMissingReturn(DependenceGraph::MissingReturn missing) {
    graph.allMissingReturns.push_back(missing);
  }
  void noteOutput(DependenceGraph::Output output) {
    graph.allOutputs.push_back(std::move(output));
  }

  // The following functions store which node wrote a register or a range of
  // memory last.

  void define(RegisterSet parts, NodeId writer) {
    forEachPart(parts, [&](unsigned part) { registers[part] = writer; });
  }
  void set(uint64_t address, uint64_t size, NodeId writer);
  void allocate(uint64_t address, uint64_t size);
  void release(uint64_t address);
  CopiedBytes readCopied(uint64_t address, uint64_t size);
  /// Adds nodes for a copy of `bytes` to `to`. The nodes depend on the writers
  /// of the original bytes, and on the node `cause`, which is the instruction
  /// or library call that makes the copy.
  void writeCopied(const CopiedBytes &bytes, const MemoryAccess &to,
                   NodeId cause);
  /// Adds nodes for a copy of `bytes` to a register. The nodes become the
  /// writers of `bytes`. They depend on the writers of the original bytes, and
  /// on the addresses on which the node `move` depends, which is the
  /// instruction that makes the copy.
  void moveCopied(CopiedBytes &bytes, NodeId move);

  // The following functions make the builder record more than the dependences
  // between nodes.

  /// Begins to store which statements write to which memory. Relevant slices
  /// need this (see SliceKind::Relevant). `expected` is the trace that the run
  /// will have.
  void notePlaces(const Trace &expected) { trace = &expected; }

  /// Begins to store which nodes read uninitialised memory. Most nodes are
  /// executed instructions.
  void noteUnset() { notesUnset = true; }

  /// Begins to store which events use heap memory that was released.
  void noteReleased() { released.emplace(); }
  /// Called if the memory that was released so far may be in use again.
  void forgetReleased() {
    if (released)
      released->forgetAll();
  }

  void moduleLoaded(ModuleId module, uint64_t bias);
  /// Returns the difference between the run-time addresses of a module and its
  /// addresses in the unit table, the table of the program's statements.
  int64_t movedBy(ModuleId module) const {
    return moves[static_cast<size_t>(module)];
  }

  /// Returns true if a call of `checkRoom` has found that the graph is too
  /// large.
  bool isExhausted() const { return hasExhausted; }
  /// Returns false if the graph takes so much memory that it must not grow
  /// further.
  bool checkRoom();
  uint64_t limit() const { return maxBytes; }
  /// Returns the finished graph.
  DependenceGraph take();

  /// For each part of a register, the node that has last written it.
  std::array<NodeId, 64> registers{};
  LastWriters memory;
  FrameStack frames;
  /// True once the program has created a thread.
  bool hasThreads = false;
  /// How many times another thread has gone on.
  uint64_t switches = 0;
  /// The frames of the other threads, by the numbers of the threads.
  std::map<uint32_t, FrameStack> otherFrames;

private:
  const FrameStack *stackOf(uint64_t address) const;
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
  void addCopied(const CopiedBytes::Stretch &stretch, uint64_t address);
  void noteUnset(uint64_t address, NodeId writer, bool isStale);
  void markUnsetAsPart(size_t first);
  void noteUse(uint64_t address, uint64_t size);

  const UnitTable &table;
  uint64_t maxBytes;
  bool hasExhausted = false;
  bool notesUnset = false;
  /// The trace of the run; null unless `notePlaces` was called.
  const Trace *trace = nullptr;
  DependenceGraph graph;
  /// For each module (the program or a library), the difference between its
  /// run-time addresses and its addresses in the unit table, the table of the
  /// program's statements.
  std::vector<int64_t> moves;
  /// The size of each heap block, by the address of the block.
  llvm::DenseMap<uint64_t, uint64_t> blockSizes;
  /// The heap blocks that were released; nullopt unless `noteReleased` was
  /// called.
  std::optional<ReleasedMemory> released;
  /// The number of graph nodes that stand for copied bytes.
  uint64_t copyNodes = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_GRAPHBUILDER_H
