// Maps the elements of a reduction to events of the trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element is a part of the run that is kept or removed as a whole. An event
// is one execution of a statement.

#ifndef PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H
#define PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// If a run has at most this many instances of statements, its reduction tests
/// single instances from the start. If a run has so many instances and all of
/// them are needed, the reduction takes a quarter of an hour.
inline constexpr size_t maxInstances = size_t(1) << 18;

/// Returns the size of the elements at the beginning of a reduction if the user
/// has not chosen one. An element is executed or skipped as a whole. Elements
/// are single instances of statements, or whole statements if there are too
/// many instances. `userPinned` are the events that the user wants to keep.
Granularity defaultGranularity(const Trace &trace, const EventSet &userPinned);

/// Says which events each element of a reduction stands for. An element is one
/// event, or all events of a statement, iteration or invocation. Several of
/// them form one element if they must be kept or removed together. Pinned
/// events belong to no element and are always executed.
///
/// If elements are iterations, an event belongs to the innermost iteration that
/// executed it. The event may also be in a function that the body of the loop
/// called. So a loop of calls is reduced call by call. Two events do not belong
/// to the iteration, since later iterations need them (see RunStructure): the
/// condition that begins the iteration, and the step that ends it. In an inner
/// loop they belong to the iteration of the outer loop. Otherwise each of them
/// is an element, as is each event outside of loops.
///
/// If elements are invocations, a function whose events are removed is still
/// called, but the calls that it would have made do not happen.
///
/// The construction of an object is glued to the cleanup that destroys the
/// object. Glued means that the two are kept or removed together. If elements
/// are statements, the two statements are glued. Otherwise a cleanup event is
/// glued to the latest instance of the declaration of each object that it
/// destroys. This instance must be in the same invocation, and after the
/// previous instance of the cleanup. Events that are glued to a pinned event
/// are pinned.
///
/// Takes 4 bytes for each event that is an element, 8 bytes if some events are
/// glued, and very little if elements are statements.
class ElementMap {
public:
  /// If `candidates` is not nullopt, only these events belong to elements, and
  /// events that are neither candidates nor pinned are never executed.
  ///
  /// `userPinned` holds the events that the user wants to keep; it may have the
  /// size 0. These events are pinned, and so are events that must be kept or
  /// removed together with them. Other events of the same statement, iteration
  /// or invocation are not pinned.
  ///
  /// `control` is the control tree in guarded flow, where conditions must
  /// decide as recorded. The tree tells which decisions and calls lead to each
  /// event. With a tree, even a pinned event is executed only if all of these
  /// are executed, too. In trace flow `control` is null, since the recording
  /// decides what is executed. The tree must outlive the map.
  ElementMap(const UnitTable &table, const Trace &trace,
             Granularity granularity = Granularity::Instance,
             std::optional<EventSet> candidates = std::nullopt,
             EventSet userPinned = EventSet(),
             const ControlTree *control = nullptr);

  const ControlTree *controlTree() const { return control; }
  /// Returns a tree of the elements: an element can be kept only if its parent
  /// in the tree is kept. There is such a tree only in guarded flow, where
  /// conditions must decide as recorded, and if elements are single instances.
  /// Returns nullopt in trace flow, or if elements are larger.
  std::optional<ElementTree> tree() const;

  /// Returns the number of elements (parts of the run that are kept or removed
  /// as a whole). Elements are numbered in the order of their first events.
  size_t size() const { return count; }
  Granularity granularity() const { return theGranularity; }
  static constexpr uint32_t noElement = ~uint32_t(0);
  /// Returns the elements that contain at least one of the given events.
  Configuration configurationOf(const EventSet &events) const;
  /// Returns, for each event of the trace, the element that contains it.
  /// Returns `noElement` for a pinned event, which is always executed, and for
  /// an event that is not a candidate for removal.
  GrowingArray<uint32_t> elementsByEvent() const;
  const EventSet &pinnedEvents() const { return pinned; }
  /// Returns the events that are pinned because the user wants to keep them.
  /// Events that would be executed in any case are not among them. If there are
  /// no such events, the set may have the size 0.
  const EventSet &userPinnedEvents() const { return userPinned; }
  /// If elements are statements, returns the element of the statement that
  /// control enters at `entry`. Returns `noElement` if the statement is pinned
  /// (always executed) or was never executed.
  uint32_t elementAt(EntryId entry) const {
    return elementOfEntry[static_cast<size_t>(entry)];
  }
  /// Returns the entries (addresses at which control can enter a statement) of
  /// the statements that `configuration`, a set of kept elements, executes.
  /// They include the entries of pinned statements, which are always executed.
  /// Elements must be statements. An event of such a statement is executed only
  /// if the calls and decisions that lead to the event are executed, too.
  EntrySet entriesOf(const Configuration &configuration) const;
  bool hasWholeStatements() const {
    return theGranularity == Granularity::Statement && !candidates;
  }

  /// Returns the events that are executed if exactly the elements of
  /// `configuration` are kept. These are the events of the elements, and the
  /// pinned events. An event is left out if it can't happen because a call or
  /// decision was removed. Two configurations may have the same executed
  /// events.
  ///
  /// Takes 5 ns for each event of the configuration. If elements are
  /// statements, takes 1 ns for each event of the trace.
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
    return !candidates || candidates->contains(EventIndex{event});
  }
  llvm::ArrayRef<EventIndex> eventsOf(uint32_t element) const;
  uint32_t elementOfStatement(EventIndex event) const;
  EventSet instancesOf(const Configuration &configuration) const;
  EventSet feasible(const EventSet &included) const;
  EventSet eventsAt(const EntrySet &entries) const;

  const Trace *trace;
  /// The decisions and calls that lead to each event. Null in trace flow, where
  /// the recording decides what is executed.
  const ControlTree *control;
  Granularity theGranularity;
  /// The events that may be removed. If nullopt, all events may be removed,
  /// except for those that the user wants to keep.
  std::optional<EventSet> candidates;
  size_t count = 0;
  // The events of all elements, element by element. The events of element i
  // begin at the index `firstEvent[i]`. If each element has just one event,
  // `firstEvent` is empty. If elements are statements, `events` is empty, too.
  GrowingArray<EventIndex> events;
  GrowingArray<uint32_t> firstEvent;
  // The next two members, `elementOfEntry` and `pinnedEntries`, are filled only
  // if elements are whole statements.
  std::vector<uint32_t> elementOfEntry;
  /// The entries of pinned statements that the run executed. Pinned statements
  /// are always executed. An entry is an address at which control can enter a
  /// statement.
  EntrySet pinnedEntries;
  EventSet pinned;
  /// The events that the user wants to keep. If there are no such events, the
  /// set may have the size 0.
  EventSet userPinned;
};

/// Returns those of `events` that call destructors and that are kept or removed
/// together with the construction of the object. They are in the order of the
/// run.
std::vector<GluedCleanup> gluedCleanups(const UnitTable &table,
                                        const Trace &trace,
                                        const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H
