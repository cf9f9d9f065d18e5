//===- LiveChange.h - What is forced upon a run -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Live flow: a run decides for itself but for one change. To switch a predicate
// is Zhang, Gupta and Gupta, Locating Faults through Automated Predicate
// Switching (ICSE 2006); to omit all instances of a statement is the critical
// slicing of DeMillo, Pan and Spafford (ISSTA 1996).
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_LIVECHANGE_H
#define PINSTRIPE_EXECUTION_LIVECHANGE_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Trace/Trace.h"
#include <optional>

namespace pinstripe {

/// One change of where control goes.
struct LiveChange {
  enum class Kind : uint8_t {
    /// The condition is executed. Wherever control arrives next in its frame,
    /// it is sent to `target`.
    Switch,
    /// The unit is not executed: control is sent to `target` at once.
    Omit,
  };
  Kind kind = Kind::Switch;
  EntryId entry{};
  FlowTarget target;
  /// Of a switch: what arrives at `target` by itself is sent here, so that the
  /// decision is inverted each time.
  std::optional<FlowTarget> inverse = {};
  /// The one execution of `entry` that is meant; none: each. Up to that event
  /// the run is the recorded one, and a divergence if it is not.
  std::optional<EventIndex> event = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LIVECHANGE_H
