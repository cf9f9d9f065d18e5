// Maps the elements of a reduction, the parts that are kept or removed, to
// events of the trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H
#define PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Says which events each element of a reduction stands for: one event, or all
/// events of a statement, iteration or invocation, or several of these that are
/// kept or removed together. Pinned events belong to no element and are always
/// executed.
///
/// If elements are iterations, an event belongs to the innermost iteration with
/// the event in its body, even if the event is in a function that the body
/// called. So a loop of calls is reduced call by call. The first event of an
/// iteration (its condition) and the last event (its step to the next
/// iteration) are not in its body, since later iterations need these two events
/// (see RunStructure). In an inner loop the two events belong to the body of
/// the outer loop; otherwise each of them is an element, as are all events
/// outside of loops. If elements are invocations, a function whose events are
/// removed is still called, but the calls that it would have made do not
/// happen.
///
/// The construction of an object and the clean-up that destroys it are glued
/// (kept or removed together): if elements are statements, the two statements
/// are glued. Otherwise a cleanup event is glued to the latest instance, in the
/// same invocation, of each declaration whose object the cleanup destroys, if
/// that instance came after the previous instance of the cleanup. Events that
/// are glued to a pinned event are pinned.
///
/// Takes 4 bytes for each event that is an element, 8 if some events are glued,
/// and very little if elements are statements.
class ElementMap {
public:
  /// If `candidates` are given, only these events belong to elements (the parts
  /// that a reduction removes). Events that are neither candidates nor pinned
  /// are never executed. `userPinned` are the events that the user wants to
  /// keep; it may have the size 0. They are pinned, and so are the events that
  /// are glued to them (kept or removed together with them), but no other
  /// events of the same statement, iteration or invocation.
  ///
  /// If a control tree is given (in guarded flow), an event is executed only if
  /// all decisions and calls that lead to it are executed, too, even if the
  /// event is pinned. The tree must outlive the map; `control` is null in trace
  /// flow.
  ElementMap(const UnitTable &table, const Trace &trace,
             Granularity granularity = Granularity::Instance,
             std::optional<EventSet> candidates = std::nullopt,
             EventSet userPinned = EventSet(),
             const ControlTree *control = nullptr);

  const ControlTree *controlTree() const { return control; }
  /// Returns a tree of elements, in which an element can be kept only if its
  /// parent is kept. Returns nullopt in trace flow, where elements do not
  /// depend on each other like this, and if the elements are larger than single
  /// instances.
  std::optional<ElementTree> tree() const;

  /// Returns the number of elements. Elements are numbered in the order of
  /// their first events.
  size_t size() const { return count; }
  Granularity granularity() const { return theGranularity; }
  static constexpr uint32_t noElement = ~uint32_t(0);
  /// Returns the elements that contain at least one of these events.
  Configuration configurationOf(const EventSet &events) const;
  /// Returns, for each event of the trace, the element that contains it. For
  /// events that are pinned (always executed) or not candidates for removal,
  /// returns `noElement`.
  GrowingArray<uint32_t> elementsByEvent() const;
  const EventSet &pinnedEvents() const { return pinned; }
  /// Returns the events that are always executed only because the user wants
  /// it. If there are no such events, the set may have the size 0.
  const EventSet &userPinnedEvents() const { return userPinned; }
  /// If elements are statements, returns the element of the statement that
  /// control enters at `entry`. Returns `noElement` if the statement is pinned
  /// (always executed) or was never executed.
  uint32_t elementAt(EntryId entry) const {
    return elementOfEntry[static_cast<size_t>(entry)];
  }
  /// Returns the entries (addresses at which control can enter) of all
  /// statements that the configuration executes, if elements are statements.
  /// This includes the pinned statements, which are always executed. An event
  /// of such a statement is executed only if the events that it depends on,
  /// such as calls, are executed, too.
  EntrySet entriesOf(const Configuration &configuration) const;
  bool hasWholeStatements() const {
    return theGranularity == Granularity::Statement && !candidates;
  }

  /// Returns the events that are executed if exactly the elements of
  /// `configuration` are kept: the events of these elements and the pinned
  /// events. Leaves out events that can't happen because an event that they
  /// depend on, such as a call, is removed. Two configurations may have the
  /// same executed events. Takes 5 ns for each event of the configuration; if
  /// elements are statements, 1 ns for each event of the trace.
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
  EventSet instancesOf(const Configuration &configuration) const;
  EventSet feasible(const EventSet &included) const;
  EventSet eventsAt(const EntrySet &entries) const;

  const Trace *trace;
  /// Tells which decision or call each event depends on. Null in trace flow,
  /// where the recording decides what is executed.
  const ControlTree *control;
  Granularity theGranularity;
  /// The events that may be removed; nullopt if all events may be removed,
  /// unless they are pinned.
  std::optional<EventSet> candidates;
  size_t count = 0;
  // `events` lists the events of all elements, element by element. The events
  // of element i begin at the index `firstEvent[i]`; if each element has just
  // one event, `firstEvent` is empty. If elements are statements, `events` is
  // empty, too.
  GrowingArray<EventIndex> events;
  GrowingArray<uint32_t> firstEvent;
  // `elementOfEntry` and `pinnedEntries` are filled only if elements (the
  // removable parts) are whole statements.
  std::vector<uint32_t> elementOfEntry;
  /// The entries (addresses at which control can enter) of pinned statements
  /// that the run executed. Pinned statements are always executed.
  EntrySet pinnedEntries;
  EventSet pinned;
  /// Events that the user has pinned. If there are no such events, the set may
  /// have the size 0.
  EventSet userPinned;
};

/// Returns, in the order of the run, those of the given events that are
/// cleanups (calls of destructors) glued to the construction of an object: kept
/// or removed together with it.
std::vector<GluedCleanup> gluedCleanups(const UnitTable &table,
                                        const Trace &trace,
                                        const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_ELEMENTMAP_H
