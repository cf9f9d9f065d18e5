// Holds the dynamic data dependences of a run, instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Korel and Laski define such dependences between statements in "Dynamic
// Program Slicing" (1988). This graph has them between executed instructions,
// as in Zhang, Gupta and Zhang, "Precise Dynamic Slicing Algorithms" (ICSE
// 2003). A DependenceRecorder makes the graph. The graph has no control
// dependences; they are in ControlTree.

#ifndef PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H
#define PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Support/GrowingArray.h"

namespace pinstripe {

/// The number of a node in the graph. Nodes are numbered in the order of the
/// run. Most nodes are executed instructions that set a register or memory, or
/// decided where control went. A library call has two nodes, one for its reads
/// and one for its writes. Copies of bytes and allocations of heap memory are
/// nodes, too.
enum class NodeId : uint32_t {};

/// A dependence: a value or an address that a node takes from an earlier node.
class Dependence {
public:
  Dependence() = default;
  Dependence(NodeId on, bool isAddress, bool isStale)
      : bits(static_cast<uint32_t>(on) << 2 | uint32_t(isStale) << 1 |
             uint32_t(isAddress)) {}

  NodeId on() const { return NodeId(bits >> 2); }
  /// Returns true if the dependence is on an address: a value that only says
  /// where in memory or code to look.
  bool isAddress() const { return bits & 1; }
  /// Returns true if the dependence is on a stale value: a frame left the value
  /// in memory when it ended, or the value is in a heap block that has been
  /// released.
  bool isStale() const { return bits & 2; }

private:
  uint32_t bits = 0;
};

class DependenceGraph {
public:
  /// Stands for the unknown writer of bytes that the run has not written:
  /// constants, initialised data, program arguments. The graph stores no
  /// dependence on this node.
  static constexpr NodeId initial{0};
  /// Stands for the missing writer of bytes in a stack frame that the run has
  /// not written, such as those of an uninitialised variable. The nodes that
  /// use such bytes depend on this node.
  static constexpr NodeId unwrittenStack{1};
  static constexpr NodeId firstNode{2};
  static constexpr size_t maxNodes = size_t(1) << 30;

  size_t nodes() const { return firstDependence.size(); }
  size_t size() const { return allDependences.size(); }
  llvm::ArrayRef<Dependence> dependences(NodeId node) const {
    auto index = static_cast<size_t>(node);
    size_t end = index + 1 < nodes() ? firstDependence[index + 1] : size();
    return llvm::ArrayRef<Dependence>(allDependences)
        .slice(firstDependence[index], end - firstDependence[index]);
  }
  /// Returns the event during which the node was executed; nullopt if the node
  /// was executed outside of all events.
  std::optional<EventIndex> eventOf(NodeId node) const;
  /// Returns true for the node of a heap allocation. A node that depends on
  /// such a node reads heap memory that was not written since the allocation.
  bool isUnwrittenHeap(NodeId node) const {
    return llvm::binary_search(allocations, node);
  }
  /// Returns true if `node` stands for a library call whose reads are guessed
  /// (LibraryCall::Knowledge::Observed). It may not have read all of the bytes
  /// that it depends on.
  bool isGuessed(NodeId node) const {
    return llvm::binary_search(guesses, node);
  }

  /// Consecutive graph nodes that belong to one event: the nodes from `first`
  /// up to, but without, `end`.
  struct Segment {
    NodeId first{}, end{};
  };
  /// Returns the graph nodes of an event as ranges of consecutive nodes, in the
  /// order of the run. An event has several ranges if it called functions whose
  /// code belongs to other events.
  std::vector<Segment> segmentsOf(EventIndex event) const;
  /// Returns those nodes of `segment` that decided where control went:
  /// branches, and calls through computed addresses.
  llvm::ArrayRef<NodeId> decisionsIn(Segment segment) const;

  /// A part of the output whose bytes the same node had written to memory
  /// before they were printed. The part begins where the previous PrintedBytes
  /// end. It ends at `end`, which counts bytes from the beginning of the whole
  /// output.
  struct PrintedBytes {
    uint64_t end = 0;
    NodeId writer{};
  };
  /// A library call that produced part of the output.
  struct Output {
    NodeId call{};
    OutputRange range;
    /// The nodes that wrote the printed bytes to memory, if the call printed
    /// memory unchanged; otherwise empty.
    std::vector<PrintedBytes> bytes = {};
  };
  llvm::ArrayRef<Output> outputs() const { return allOutputs; }

  /// Returns the nodes that read the bytes requested by
  /// DependenceRecorder::track, in the order of the run.
  llvm::ArrayRef<NodeId> tracked() const { return allTracked; }

  /// A read of memory that nothing had written before, although the program has
  /// statements that may write to this memory.
  struct UndefinedRead {
    NodeId node{};
    StoredPlace place;
  };
  /// Returns the reads by `node` of memory to which nothing had written (see
  /// UndefinedRead). The list is empty unless DependenceRecorder::notePlaces
  /// was called before the run.
  llvm::ArrayRef<UndefinedRead> undefinedReads(NodeId node) const;
  const StoredPlaces &storedPlaces() const { return places; }

  /// A read of uninitialised memory, or of a heap block that was released.
  /// Memory is uninitialised if nothing has set it since its frame or heap
  /// block began to exist.
  struct UnsetRead {
    enum class Memory : uint8_t { Frame, Heap, ReleasedHeap };
    /// The graph node for the executed instruction or the library call that
    /// reads the memory.
    NodeId node{};
    Memory memory = Memory::Frame;
    /// True if all bytes of the read were unset. If only some were, they are
    /// perhaps the padding of a copied structure, and the read is harmless.
    bool isWhole = true;
    /// The traced function in whose stack frame the unset bytes are; nullopt if
    /// they are in no such frame.
    std::optional<FunctionId> function = {};
    /// The distance from rbp to the first unset byte, if the byte is in the
    /// stack frame of a traced function.
    int64_t place = 0;
    /// The node that allocated the heap block, if `memory` is Heap.
    NodeId allocation{};
  };
  /// A use of heap memory after its release: a read, a write, or another
  /// release.
  struct ReleasedUse {
    EventIndex event{}; ///< the event that used the memory
    /// The event that had released the memory; nullopt if that happened outside
    /// of all events.
    std::optional<EventIndex> releasedBy = {};
    bool operator==(const ReleasedUse &) const = default;
  };
  /// A call that ended without a `return`, although its function has a result.
  struct MissingReturn {
    /// A graph node that stands in for the instruction that should have written
    /// the result of the call.
    NodeId node{};
    InvocationId invocation{};
  };
  /// Returns the first million reads of unset memory, in the order of the run.
  /// There are none unless DependenceRecorder::noteUnset was called before the
  /// run.
  llvm::ArrayRef<UnsetRead> unsetReads() const { return allUnsetReads; }
  /// Returns the first million uses of released heap memory, in the order of
  /// the run. There are none unless DependenceRecorder::noteReleased was called
  /// before the run.
  llvm::ArrayRef<ReleasedUse> releasedUses() const { return allReleasedUses; }
  /// Returns the calls that ended without a `return`, in the order of the run.
  /// There are none unless DependenceRecorder::noteUnset was called before the
  /// run.
  llvm::ArrayRef<MissingReturn> missingReturns() const {
    return allMissingReturns;
  }

  /// Returns the number of bytes of memory that the graph takes.
  uint64_t bytes() const {
    return 4 * (firstDependence.capacity() + allDependences.capacity() +
                decisions.capacity()) +
           sizeof(Start) * starts.capacity();
  }

private:
  friend class GraphBuilder;
  static constexpr uint32_t none = ~uint32_t(0);
  /// A series of consecutive nodes that belong to the event `event`. It begins
  /// at node number `first`, and ends where the next Start begins.
  struct Start {
    uint32_t first = 0;
    uint32_t event = none;
  };
  static constexpr unsigned nodesPerHint = 64;

  void buildIndex();
  size_t startOf(NodeId node) const;

  /// The dependences of all nodes are stored one after the other in
  /// `allDependences`. This array has, for each node, the index of its first
  /// dependence there.
  GrowingArray<uint32_t> firstDependence;
  GrowingArray<Dependence> allDependences;
  GrowingArray<Start> starts;
  GrowingArray<NodeId> decisions;
  std::vector<NodeId> allocations;
  std::vector<NodeId> guesses;
  std::vector<Output> allOutputs;
  std::vector<NodeId> allTracked;
  StoredPlaces places;
  /// The reads of memory that nothing had written, by all nodes, in the order
  /// of the nodes.
  std::vector<UndefinedRead> allUndefinedReads;
  std::vector<UnsetRead> allUnsetReads;
  std::vector<ReleasedUse> allReleasedUses;
  std::vector<MissingReturn> allMissingReturns;
  /// For every 64th node, the index in `starts` of the series of nodes to which
  /// the node belongs (see Start). This makes it faster to find the series of
  /// any node. `buildIndex` fills the table.
  GrowingArray<uint32_t> startHints;
  /// The indices in `starts` of all series of nodes that belong to an event.
  /// They are sorted by event; the series of one event are in the order of the
  /// run.
  GrowingArray<uint32_t> startsByEvent;
  /// For each event, the index in `startsByEvent` of the event's first series
  /// of nodes.
  GrowingArray<uint32_t> firstOfEvent;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H
