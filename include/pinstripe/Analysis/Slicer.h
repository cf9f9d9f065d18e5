// Dynamic backward slices: the events on which a value depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dynamic backward slices of Korel and Laski, "Dynamic Program Slicing" (1988):
// the events from which a criterion can be reached over dependences.

#ifndef PINSTRIPE_ANALYSIS_SLICER_H
#define PINSTRIPE_ANALYSIS_SLICER_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Analysis/PotentialDependences.h"

namespace pinstripe {

/// Which dependences a slice follows.
enum class SliceKind : uint8_t {
  Data,           ///< Values only (Sridharan et al., Thin Slicing, 2007).
  DataAndAddress, ///< Also where values are stored.
  Full,           ///< Also the decisions that an event happens.
  /// Also all other values that these events use. An event that is in the slice
  /// because of a call that it makes is then executed completely.
  Executable,
  /// The full slice, and decisions whose other way could have changed a value
  /// that the slice uses (see PotentialDependences).
  Relevant,
};

struct SliceCriterion {
  std::vector<NodeId> nodes;
  /// All that these events did is part of the criterion.
  std::vector<EventIndex> events;
  /// Only the fact that these events happened is part of the criterion.
  std::vector<EventIndex> occurrences = {};
};

/// Why an event is in a slice: another event of the slice needs it.
struct SliceReason {
  enum class Kind : uint8_t {
    Data,
    Address,
    Control,
    Potential, ///< The decision could have changed a used value.
  };
  Kind kind = Kind::Data;
  EventIndex neededBy{};
  bool operator==(const SliceReason &) const = default;
};

struct Slice {
  SliceKind kind = SliceKind::Full;
  EventSet events;
  EventSet criterion; ///< The events of the criterion.
  /// Events that read values left by an ended frame or a released heap block.
  EventSet readStale;
  /// Events that read stack or heap memory that was not written since it was
  /// set up.
  EventSet readUnwritten;
  uint64_t nodes = 0; ///< Number of executed instructions in the slice.

  /// Returns the first few reasons. The first one is how the search found the
  /// event: following first reasons leads to the criterion over as few events
  /// as possible. Events of the criterion may have no reason.
  llvm::ArrayRef<SliceReason> reasons(EventIndex event) const;

private:
  friend class Slicer;
  std::vector<uint32_t> firstReason; ///< Indexed by event.
  std::vector<SliceReason> allReasons;
};

class Slicer {
public:
  static constexpr unsigned maxReasons = 4;

  /// With `followStale`, values that ended frames or released blocks left are
  /// followed like others. No run reads such values where frames are filled
  /// with poison. `potential` is needed for relevant slices only, and may be
  /// null otherwise.
  Slicer(const Trace &trace, const DependenceGraph &graph,
         const ControlTree &tree, bool followStale,
         PotentialDependences *potential = nullptr);

  /// Takes time proportional to the number of nodes in the slice.
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
