//===- LiveChange.h - What is forced upon a run -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Live flow: a run decides for itself but for a few changes. To switch a
// predicate
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

/// One change of where control goes. Of several, the first one of the list that
/// means an execution counts; their events are those of the changed run.
/// A few bytes of memory, and what they are to be.
struct MemoryValue {
  bool isInFrame = false;
  /// Run-time address, or the distance from rbp, modulo 2^64.
  uint64_t place = 0;
  uint8_t size = 0;   ///< 1 to 8
  uint64_t value = 0; ///< no more than fits
  bool operator==(const MemoryValue &) const = default;
};

struct LiveChange {
  enum class Kind : uint8_t {
    /// The condition is executed. Wherever control arrives next in its frame,
    /// it is sent to `target`.
    Switch,
    /// The unit is not executed: control is sent to `target` at once.
    Omit,
    /// `operand` comes out as `value` says each time that it is asked: in all
    /// of the run, or in the execution of `entry` that `event` is.
    Force,
    /// The unit is executed with `memory` for what was there. Wherever control
    /// arrives next in its frame, what was there comes back, unless something
    /// else has been stored since.
    ReplaceBefore,
    /// Wherever control arrives next in its frame, `memory` is stored.
    ReplaceAfter,
  };
  enum class Value : uint8_t { False, True, Other };
  Kind kind = Kind::Switch;
  EntryId entry{};
  FlowTarget target; ///< of switches and omissions
  /// Of a switch: what arrives at `target` by itself is sent here, so that the
  /// decision is inverted each time.
  std::optional<FlowTarget> inverse = {};
  /// The one execution of `entry` that is meant; none: each. A divergence if
  /// that event is one of another entry: up to there the run is known.
  std::optional<EventIndex> event = {};
  OperandId operand{};        ///< of Force
  Value value = Value::Other; ///< of Force; the other one than by itself
  MemoryValue memory = {};    ///< of replacements
  bool isReplacement() const {
    return kind == Kind::ReplaceBefore || kind == Kind::ReplaceAfter;
  }
  bool operator==(const LiveChange &) const = default;
};

/// As many can be made in one run.
constexpr size_t mostLiveChanges = 40;

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LIVECHANGE_H
