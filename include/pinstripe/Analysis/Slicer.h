//===- Slicer.h - What a value depends on -----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic backward slices (Korel and Laski, Dynamic Program Slicing, 1988): the
// events from which a criterion can be reached over dependences.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_SLICER_H
#define PINSTRIPE_ANALYSIS_SLICER_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Analysis/PotentialDependences.h"

namespace pinstripe {

/// Which dependences count; each holds the one before.
enum class SliceKind : uint8_t {
  Data,           ///< values alone (Sridharan et al., Thin Slicing, 2007)
  DataAndAddress, ///< and where they were stored
  Full,           ///< and what decided that it happened
  /// And all else that these events use: an event that is there for a call that
  /// it makes is executed as a whole.
  Executable,
  /// Full, and decisions that left values be (PotentialDependences).
  Relevant,
};

struct SliceCriterion {
  std::vector<NodeId> nodes;
  /// All that happened during them.
  std::vector<EventIndex> events;
  /// That these happened, whatever they did.
  std::vector<EventIndex> occurrences = {};
};

/// Why an event is in a slice: another event of the slice needs it.
struct SliceReason {
  enum class Kind : uint8_t {
    Data,
    Address,
    Control,
    Potential, ///< had it decided otherwise, what was used could be another
  };
  Kind kind = Kind::Data;
  EventIndex neededBy{};
  bool operator==(const SliceReason &) const = default;
};

struct Slice {
  SliceKind kind = SliceKind::Full;
  EventSet events;
  EventSet criterion; ///< the events of the criterion
  /// They read what a frame or a block of the heap held that was gone.
  EventSet readStale;
  /// They read memory that nobody had written since it was there.
  EventSet readUnwritten;
  uint64_t nodes = 0; ///< executed instructions in it

  /// The first few. The very first is the one by which the event came in: from
  /// there on first reasons lead to the criterion, over as few events as can
  /// be. Events of the criterion may have none.
  llvm::ArrayRef<SliceReason> reasons(EventIndex event) const;

private:
  friend class Slicer;
  std::vector<uint32_t> firstReason; ///< by event
  std::vector<SliceReason> allReasons;
};

class Slicer {
public:
  static constexpr unsigned mostReasons = 4;

  /// `followStale`: values that lay about count like others. Where frames are
  /// filled with poison nobody reads them.
  /// `potential`: for relevant slices; else null.
  Slicer(const Trace &trace, const DependenceGraph &graph,
         const ControlTree &tree, bool followStale,
         PotentialDependences *potential = nullptr);

  /// Takes time in proportion to the nodes of the slice.
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
