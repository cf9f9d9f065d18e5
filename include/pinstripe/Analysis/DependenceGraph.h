//===- DependenceGraph.h - Where values came from ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic data dependences of a run, instruction by instruction: Korel and
// Laski, Dynamic Program Slicing (1988), on machine code, as by Zhang, Gupta
// and Zhang, Precise Dynamic Slicing Algorithms (ICSE 2003). Control
// dependences are those of the events, see ControlTree. Filled by a
// DependenceRecorder.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H
#define PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include "pinstripe/Analysis/StoredPlaces.h"
#include "pinstripe/Support/GrowingArray.h"

namespace pinstripe {

/// One executed instruction that set a register or memory, or decided where to
/// go; one half of a library call: what it read, or what it wrote; or new heap
/// memory. Numbered in the order of the run.
enum class NodeId : uint32_t {};

/// What a node took from an earlier one.
class Dependence {
public:
  Dependence() = default;
  Dependence(NodeId on, bool isAddress, bool isStale)
      : bits(static_cast<uint32_t>(on) << 2 | uint32_t(isStale) << 1 |
             uint32_t(isAddress)) {}

  NodeId on() const { return NodeId(bits >> 2); }
  /// It says where in memory, or in the code, not what.
  bool isAddress() const { return bits & 1; }
  /// What was read lay where a frame that has ended, or a block of the heap
  /// that was released, had left it.
  bool isStale() const { return bits & 2; }

private:
  uint32_t bits = 0;
};

class DependenceGraph {
public:
  /// What was never written: constants, initialised data, arguments of the
  /// program. Nobody's dependence.
  static constexpr NodeId initial{0};
  /// What a frame held before anybody wrote there.
  static constexpr NodeId unwrittenStack{1};
  static constexpr NodeId firstNode{2};
  static constexpr size_t mostNodes = size_t(1) << 30;

  size_t nodes() const { return firstDependence.size(); }
  size_t size() const { return allDependences.size(); }
  llvm::ArrayRef<Dependence> dependences(NodeId node) const {
    auto index = static_cast<size_t>(node);
    size_t end = index + 1 < nodes() ? firstDependence[index + 1] : size();
    return llvm::ArrayRef<Dependence>(allDependences)
        .slice(firstDependence[index], end - firstDependence[index]);
  }
  /// During which event the node was executed; none: outside of all.
  std::optional<EventIndex> eventOf(NodeId node) const;
  /// A block of the heap that was read before it was written.
  bool isUnwrittenHeap(NodeId node) const {
    return llvm::binary_search(allocations, node);
  }

  /// Nodes [first, end), all of one event.
  struct Segment {
    NodeId first{}, end{};
  };
  /// In order of time.
  std::vector<Segment> segmentsOf(EventIndex event) const;
  /// Of them those that decided where control went: branches, calls of computed
  /// addresses.
  llvm::ArrayRef<NodeId> decisionsIn(Segment segment) const;

  /// Who wrote what was printed: bytes up to `end`, from where the one before
  /// ends, counted from the beginning of the output.
  struct PrintedBytes {
    uint64_t end = 0;
    NodeId writer{};
  };
  /// A library call that made part of the output.
  struct Output {
    NodeId call{};
    OutputRange range;
    /// Of a call that printed bytes as they were in memory; else empty.
    std::vector<PrintedBytes> bytes = {};
  };
  llvm::ArrayRef<Output> outputs() const { return allOutputs; }

  /// Nodes that read what DependenceRecorder::watch was asked for, in the order
  /// of the run.
  llvm::ArrayRef<NodeId> watched() const { return allWatched; }

  /// Memory that a node read and nobody had written, but some code writes.
  struct UndefinedRead {
    NodeId node{};
    StoredPlace place;
  };
  /// As DependenceRecorder::notePlaces has asked for it.
  llvm::ArrayRef<UndefinedRead> undefinedReads(NodeId node) const;
  const StoredPlaces &storedPlaces() const { return places; }

  /// Of what it takes.
  uint64_t bytes() const {
    return 4 * (firstDependence.capacity() + allDependences.capacity() +
                decisions.capacity()) +
           sizeof(Start) * starts.capacity();
  }

private:
  friend class DependenceRecorder;
  static constexpr uint32_t none = ~uint32_t(0);
  /// Nodes from `first` on belong to `event`.
  struct Start {
    uint32_t first = 0;
    uint32_t event = none;
  };
  static constexpr unsigned nodesPerHint = 64;

  void buildIndex();
  size_t startOf(NodeId node) const;

  GrowingArray<uint32_t> firstDependence; ///< by node
  GrowingArray<Dependence> allDependences;
  GrowingArray<Start> starts;
  GrowingArray<NodeId> decisions;
  std::vector<NodeId> allocations;
  std::vector<Output> allOutputs;
  std::vector<NodeId> allWatched;
  StoredPlaces places;
  std::vector<UndefinedRead> allUndefinedReads; ///< by node
  // Derived.
  GrowingArray<uint32_t> startHints;    ///< of each 64th node
  GrowingArray<uint32_t> startsByEvent; ///< in order of time within each
  GrowingArray<uint32_t> firstOfEvent;  ///< into the above, by event
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_DEPENDENCEGRAPH_H
