// Describes the changes that live flow makes to a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In live flow the program itself decides where control goes, except for a few
// changes. One kind of change switches the decision of a condition, an idea of
// Zhang, Gupta and Gupta, "Locating Faults through Automated Predicate
// Switching" (ICSE 2006). Another kind omits all instances of a statement, as
// in the critical slicing of DeMillo, Pan and Spafford (ISSTA 1996).

#ifndef PINSTRIPE_EXECUTION_LIVECHANGE_H
#define PINSTRIPE_EXECUTION_LIVECHANGE_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Trace/Trace.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A value that a change stores in up to eight bytes of memory.
struct MemoryValue {
  bool isInFrame = false;
  /// The place where the value is stored: the run-time address, or the distance
  /// from rbp (modulo 2^64) if `isInFrame` is true.
  uint64_t place = 0;
  uint8_t size = 0;   ///< How many bytes are stored in memory, from 1 to 8.
  uint64_t value = 0; ///< The bytes to store in memory, as one number.
  bool operator==(const MemoryValue &) const = default;
};

/// A range of memory, and the bytes that a change of the kind Overwrite stores
/// there.
struct OverwrittenRange {
  bool isInFrame = false;
  /// The place of the first byte: the run-time address, or the distance from
  /// rbp (modulo 2^64) if `isInFrame` is true.
  uint64_t place = 0;
  std::string bytes;
  bool operator==(const OverwrittenRange &) const = default;
};

/// A change that live flow makes to a run. Live flow lets the program itself
/// decide where control goes, except for such changes. If several changes are
/// for the same execution of a statement, only the first one is made. Events
/// are numbered in the order in which the changed run executes them.
struct LiveChange {
  enum class Kind : uint8_t {
    /// The condition is executed, but control goes on at `target`, wherever the
    /// condition has decided to go. The engine sends control to `target` when
    /// control next arrives at a statement of the same frame, or at the
    /// function's exit.
    Switch,
    /// The statement is not executed; control is sent to `target` instead.
    Omit,
    /// The operand `operand` of `&&`, `||` or `?` gets the value `value` each
    /// time it decides. If `event` is set, the value is forced only while that
    /// event lasts. Otherwise the value is forced in the whole run.
    Force,
    /// Before the statement is executed, a value is stored in memory, see
    /// `memory`. The former value is restored when control arrives at the next
    /// statement in the same frame, or at the function's exit. But if the
    /// program has overwritten the stored value by then, the former value is
    /// not restored.
    ReplaceBefore,
    /// The statement is executed. When control then arrives at the next
    /// statement in the same frame, or at the function's exit, a value is
    /// stored in memory, see `memory`.
    ReplaceAfter,
    /// The mutation with the number `mutation` is in force in the whole run. A
    /// mutation is a small change of the source. The mutated function is
    /// replaced by the recompiled function in LaunchSpec::recompiled. The
    /// members `entry`, `target` and `event` have no meaning; `event` is
    /// nullopt.
    Mutate,
    /// Before the statement is executed, the bytes of all `ranges` are stored
    /// in memory, even in memory that the program can only read. The former
    /// bytes are not restored. A call with other arguments is such a change: it
    /// overwrites the parameters, and the memory to which they lead, before the
    /// first statement of the called function.
    Overwrite,
  };
  enum class Value : uint8_t { False, True, Other };
  Kind kind = Kind::Switch;
  EntryId entry{};
  /// The place to which a change of the kind Switch or Omit sends control.
  FlowTarget target;
  /// If `kind` is Switch, and the condition itself has decided to go to
  /// `target`, control is sent to `inverse` instead. In this way each decision
  /// can be inverted. If `inverse` is nullopt, a decision to go to `target` is
  /// not changed.
  std::optional<FlowTarget> inverse = {};
  /// The only event that is changed, by its number in the run. The run must be
  /// like the recorded run up to this event. So if the event does not begin at
  /// `entry`, the run ends as a divergence. If nullopt, all executions of the
  /// statement at `entry` are changed.
  std::optional<EventIndex> event = {};
  /// The operand that gets a value, if `kind` is Force. It is an operand of
  /// `&&`, `||` or `?`.
  OperandId operand{};
  /// The value that the operand gets, if `kind` is Force. `Other` stands for
  /// the opposite of the value that the operand would have without the change.
  Value value = Value::Other;
  /// The value that is stored, and the place where it is stored, if `kind` is
  /// ReplaceBefore or ReplaceAfter.
  MemoryValue memory = {};
  /// The number of the mutation, if `kind` is Mutate; see RecompiledFunction.
  uint32_t mutation = 0;
  /// The bytes to store in memory, if `kind` is Overwrite. A run can store at
  /// most maxOverwrittenRanges ranges with maxOverwrittenBytes bytes in all.
  std::vector<OverwrittenRange> ranges = {};
  bool isReplacement() const {
    return kind == Kind::ReplaceBefore || kind == Kind::ReplaceAfter;
  }
  bool operator==(const LiveChange &) const = default;
};

/// The largest number of changes that one run can make.
constexpr size_t maxLiveChanges = 40;
/// The largest number of ranges, and of bytes in all of them together, that the
/// changes of one run can overwrite.
constexpr size_t maxOverwrittenRanges = 4096;
constexpr size_t maxOverwrittenBytes = size_t(1) << 19;

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LIVECHANGE_H
