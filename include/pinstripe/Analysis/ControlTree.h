//===- ControlTree.h - On which event each event depends --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic control dependence: the control parent of an event is the condition
// event that decided that it happens, else the event that called its
// invocation. Computed in one pass with a stack for each invocation, as by Xin
// and Zhang, Efficient Online Detection of Dynamic Control Dependence (ISSTA
// 2007), but for one thing: a condition is pushed even if the one on top ends
// where it does. So test k+1 of a loop hangs below test k, a subtree is an
// interval of the run, and to skip a test is to skip all that comes behind it
// in the loop.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_CONTROLTREE_H
#define PINSTRIPE_ANALYSIS_CONTROLTREE_H

#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// Parents come before their children. Depths can be as large as the trace.
class ControlTree {
public:
  /// What it takes for a trace. While it is built there are 12 bytes more for
  /// each invocation.
  static constexpr uint64_t bytesFor(uint64_t events) { return 8 * events; }

  /// Takes 12 ns an event.
  ControlTree(const UnitGraph &graph, const Trace &trace);

  size_t size() const { return parents.size(); }
  /// None: it happens in any case.
  std::optional<EventIndex> parent(EventIndex event) const {
    uint32_t parent = parents[static_cast<size_t>(event)];
    if (parent == none)
      return std::nullopt;
    return EventIndex(parent);
  }
  /// Behind the last event of its subtree; all events between are of it, even
  /// where the run left frames by longjmp or an exception.
  EventIndex subtreeEnd(EventIndex event) const {
    return EventIndex(ends[static_cast<size_t>(event)]);
  }
  /// The events of which all ancestors are in the set, too.
  EventSet closed(const EventSet &included) const;

private:
  static constexpr uint32_t none = ~uint32_t(0);

  GrowingArray<uint32_t> parents;
  GrowingArray<uint32_t> ends;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_CONTROLTREE_H
