// Computes dynamic backward slices: the events on which a value depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user asks about a criterion, such as a printed value. The slice is the
// set of executed statements on which the criterion depends, directly or
// through others. Korel and Laski define dynamic backward slices in "Dynamic
// Program Slicing" (1988).

#ifndef PINSTRIPE_ANALYSIS_SLICER_H
#define PINSTRIPE_ANALYSIS_SLICER_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Analysis/PotentialDependences.h"

namespace pinstripe {

/// The kinds of slices. They differ in the dependences that they follow.
enum class SliceKind : uint8_t {
  Data, ///< Only values, as in Sridharan et al., "Thin Slicing" (2007).
  /// The slice follows only values and the addresses where they are stored.
  DataAndAddress,
  /// The slice follows values, addresses, and the conditions that decided that
  /// events happen.
  Full,
  /// A slice that can be executed. It follows everything that its events use,
  /// even the values used by an event that is in the slice only because it
  /// makes a call.
  Executable,
  /// A relevant slice. It follows values, addresses and conditions. It also
  /// follows conditions whose other outcome could have changed a used value
  /// (see PotentialDependences).
  Relevant,
};

struct SliceCriterion {
  std::vector<NodeId> nodes;
  /// Events from which the slice starts. The slice follows all values that the
  /// instructions of these events computed.
  std::vector<EventIndex> events;
  /// Events from which the slice starts. The slice follows only why these
  /// events happened, not the values that they computed.
  std::vector<EventIndex> occurrences = {};
  /// A value that an event of `occurrences` used. For example, a statement
  /// printed bytes that an earlier statement had written to memory.
  struct UsedValue {
    NodeId writer{};
    EventIndex user{};
  };
  std::vector<UsedValue> used = {};

  bool isEmpty() const {
    return nodes.empty() && events.empty() && occurrences.empty();
  }
};

/// The reason why an event is in a slice: another event of the slice needs it.
struct SliceReason {
  enum class Kind : uint8_t {
    Data,
    Address,
    Control,
    /// The event is a condition whose other outcome could have changed a used
    /// value.
    Potential,
  };
  Kind kind = Kind::Data;
  EventIndex neededBy{};
  bool operator==(const SliceReason &) const = default;
};

struct Slice {
  SliceKind kind = SliceKind::Full;
  EventSet events;
  EventSet criterion; ///< The events from which the slice starts.
  /// Events of the slice that read what an ended frame or a released heap block
  /// has left in memory.
  EventSet readStale;
  /// Events of the slice that read memory to which nothing had written since
  /// its frame or heap block began to exist.
  EventSet readUnwritten;
  /// The graph nodes that have read stale or unwritten memory, sorted. A node
  /// is an executed instruction or a library call. Stale memory is left over
  /// from an ended frame or a released heap block.
  std::vector<NodeId> unsetReaders;
  /// Number of graph nodes in the slice; most nodes are executed instructions.
  uint64_t nodes = 0;

  /// Returns up to maxReasons reasons why an event is in the slice. Each reason
  /// is another event that needs this one. The first reason is the event from
  /// which the search found this one. So a walk along first reasons leads to
  /// the criterion. An event of the criterion may have no reason.
  llvm::ArrayRef<SliceReason> reasons(EventIndex event) const;

private:
  friend class Slicer;
  /// The reasons of all events are in one list. This array has, for each event,
  /// the index of its first reason in that list.
  std::vector<uint32_t> firstReason;
  std::vector<SliceReason> allReasons;
};

class Slicer {
public:
  static constexpr unsigned maxReasons = 4;

  /// Prepares to compute slices of a run. If `followStale` is true, the slices
  /// also follow values that an ended frame or a released heap block has left
  /// in memory. This is not needed for runs with poison: new frames are filled
  /// with a pattern, which overwrites such values. `potential` may be null if
  /// no relevant slice will be computed.
  Slicer(const Trace &trace, const DependenceGraph &graph,
         const ControlTree &tree, bool followStale,
         PotentialDependences *potential = nullptr);

  /// Computes a slice. Except for relevant slices, the time is proportional to
  /// the number of events of the run plus the size of the slice.
  Slice slice(const SliceCriterion &criterion, SliceKind kind) const;

private:
  const Trace &trace;
  const DependenceGraph &graph;
  const ControlTree &tree;
  bool followStale;
  PotentialDependences *potential;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_SLICER_H
