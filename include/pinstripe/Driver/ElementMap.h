//===- ElementMap.h - What the reducer keeps or removes ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_ELEMENTMAP_H
#define PINSTRIPE_DRIVER_ELEMENTMAP_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// What an element of the reduction stands for.
enum class Granularity : uint8_t {
  Instance,   ///< one event
  Statement,  ///< all events of a statement unit
  Iteration,  ///< the body of an iteration; elsewhere one event
  Invocation, ///< all events of an invocation, without those it called
};

/// "instance", "statement", "iteration", "invocation".
llvm::StringRef granularityName(Granularity granularity);
/// The other way round.
std::optional<Granularity> findGranularity(llvm::StringRef name);

/// Says which events an element stands for: one, or all of a statement, of an
/// iteration or of an invocation, or several of these that go in or out
/// together. Pinned events belong to no element, they are always executed.
///
/// An event belongs to the innermost iteration that has it in its body, be it
/// in a function that the body called, so that a loop of calls goes call by
/// call. The first and the last event of an iteration, its condition and what
/// goes on to the next element, are needed for the sake of later iterations
/// (LoopFinder): in a loop within another loop they belong to the body of that
/// one, else each is an element, as are all events outside of loops. An
/// invocation without its events is still called, and those that it would have
/// called don't happen.
///
/// Glued are the construction of an object and the cleanup that destroys it:
/// in each invocation, a cleanup event and the latest instance of each
/// declaration that it is linked with, if that came after the cleanup's
/// previous instance; and the statements, where elements are such. What is
/// glued to a pinned event is pinned.
///
/// Takes 4 bytes an event that is an element, 8 where some go together, and
/// next to nothing where elements are statements.
class ElementMap {
public:
  /// With candidates only these belong to elements; what is neither one of
  /// them nor pinned is never executed. `userPinned`, if it has a size, is
  /// pinned too, with what is glued to it, but not with all of its statement,
  /// iteration or invocation.
  ///
  /// With a control tree, which must outlive the map, events are executed if
  /// all their control ancestors are, pinned ones too: guarded flow.
  ElementMap(const UnitTable &table, const Trace &trace,
             Granularity granularity = Granularity::Instance,
             std::optional<EventSet> candidates = std::nullopt,
             EventSet userPinned = EventSet(),
             const ControlTree *control = nullptr);

  const ControlTree *controlTree() const { return control; }
  /// Which elements need which; none: in trace flow, and where an element is
  /// more than an instance.
  std::optional<ElementTree> tree() const;

  /// The number of elements, in the order of their first events.
  size_t size() const { return count; }
  Granularity granularity() const { return theGranularity; }
  static constexpr uint32_t noElement = ~uint32_t(0);
  /// Those that have any of these events.
  Configuration configurationOf(const EventSet &events) const;
  /// The element of each event; `noElement`: pinned, or no candidate.
  GrowingArray<uint32_t> elementsByEvent() const;
  const EventSet &pinnedEvents() const { return pinned; }
  /// Those that are pinned for no other reason than the user's wish; may have
  /// no size if there are none.
  const EventSet &userPinnedEvents() const { return userPinned; }
  /// Where elements are statements: that of an entry; `noElement`: pinned, or
  /// never reached.
  uint32_t elementAt(EntryId entry) const {
    return elementOfEntry[static_cast<size_t>(entry)];
  }
  /// Where elements are statements with all their events: the reached entries
  /// of the configuration, and the pinned ones. What is feasible of their
  /// events is executed.
  llvm::BitVector entriesOf(const Configuration &configuration) const;
  bool hasWholeStatements() const {
    return theGranularity == Granularity::Statement && !candidates;
  }

  /// The partial execution that the configuration means: its events and the
  /// pinned ones, as far as their invocations happen. Different
  /// configurations can mean the same one. Takes 5 ns an event of the
  /// configuration, and 1 ns an event of the trace where elements are
  /// statements.
  EventSet executedEvents(const Configuration &configuration) const;

private:
  void takeFromCandidates(const UnitTable &table);
  void mapEvents(const UnitTable &table);
  void mapInstances(const UnitTable &table);
  void mapParts(const UnitTable &table);
  void mapStatements(const UnitTable &table);
  void addElements(size_t classes,
                   llvm::function_ref<bool(uint32_t event)> isFree,
                   llvm::function_ref<uint32_t(uint32_t event)> classOf);
  bool isCandidate(uint32_t event) const {
    return !candidates || candidates->test(event);
  }
  EventSet instancesOf(const Configuration &configuration) const;
  EventSet feasible(const EventSet &included) const;
  EventSet eventsAt(const llvm::BitVector &entries) const;

  const Trace *trace;
  const ControlTree *control; ///< null: trace flow
  Granularity theGranularity;
  std::optional<EventSet> candidates; ///< none: all events
  size_t count = 0;
  // But for statements: the events of element i begin at `firstEvent[i]`, or,
  // where each has one, event i is all it has.
  GrowingArray<EventIndex> events;
  GrowingArray<uint32_t> firstEvent;
  std::vector<uint32_t> elementOfEntry; ///< statements
  llvm::BitVector pinnedEntries;        ///< statements; the reached ones
  EventSet pinned;
  EventSet userPinned; ///< the empty set: no size
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_ELEMENTMAP_H
