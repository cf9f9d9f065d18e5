// Finds for each event of a run the earlier event that made it happen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is an executed statement. Its control parent is the executed
// condition that decided that the event happens. If there is no such condition,
// the control parent is the event that called the function. Xin and Zhang
// describe the method in "Efficient Online Detection of Dynamic Control
// Dependence" (ISSTA 2007). The method walks over the run once, with a stack of
// conditions for each call.
//
// One thing differs from the paper. The influence of a new condition may end at
// the same place as the influence of the condition on top of the stack. Even
// then, the new condition is pushed onto the stack, and the old one stays below
// it. So each test of a loop's condition is the parent of the next test. If a
// run skips a test, it skips all later events of the loop. In the run, the
// events of a subtree are consecutive.

#ifndef PINSTRIPE_ANALYSIS_CONTROLTREE_H
#define PINSTRIPE_ANALYSIS_CONTROLTREE_H

#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// The control parents of all events of a trace. A parent has a smaller number
/// than its children. The tree can be as deep as the trace is long, so it must
/// not be walked by recursion.
class ControlTree {
public:
  /// Returns how many bytes of memory the tree takes for a trace of `events`
  /// events. While the tree is being built, 12 more bytes are needed for each
  /// call of a traced function.
  static constexpr uint64_t bytesFor(uint64_t events) { return 8 * events; }

  /// Builds the tree. Takes 12 ns for each event.
  ControlTree(const UnitGraph &graph, const Trace &trace);

  size_t size() const { return parents.size(); }
  /// Returns the control parent of an event: the condition that decided that
  /// this event happens, or the event that called the function. Returns nullopt
  /// if there is neither.
  std::optional<EventIndex> parent(EventIndex event) const {
    uint32_t parent = parents[static_cast<size_t>(event)];
    if (parent == none)
      return std::nullopt;
    return EventIndex(parent);
  }
  /// Returns the index after the last event in the subtree of `event`. The
  /// subtree has `event` and all events that depend on it by control, directly
  /// or through others. These are consecutive events, even where longjmp or an
  /// exception has left frames.
  EventIndex subtreeEnd(EventIndex event) const {
    return EventIndex(ends[static_cast<size_t>(event)]);
  }
  /// Returns those events of `included` whose ancestors in the tree are all in
  /// `included`, too.
  EventSet closed(const EventSet &included) const;

private:
  static constexpr uint32_t none = ~uint32_t(0);

  GrowingArray<uint32_t> parents;
  GrowingArray<uint32_t> ends;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_CONTROLTREE_H
