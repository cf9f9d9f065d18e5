// The results of `switch`, `omit` and `replace`: what a change did to a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGESUMMARY_H
#define PINSTRIPE_RESULT_CHANGESUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Result/RunHeader.h"
#include <array>
#include <optional>

namespace pinstripe {

/// How a changed run compares with what was expected: a certain output, or just
/// no crash. Better effects come first; the last five are not evidence of
/// anything.
enum class Effect : uint8_t {
  ExpectedOutput, ///< The whole output is right.
  /// It does not crash, and prints all that the recorded run had printed.
  NoCrash,
  Partly, ///< Right up to and including the line that was wrong first.
  Prefix, ///< More of its beginning is right than in the recorded run.
  /// It does not crash, but what it prints before is not what was recorded.
  NoCrashOtherOutput,
  Gone, ///< The line that was wrong first is gone.
  Other,
  Same,  ///< The output, or the crash, is that of the recorded run.
  Crash, ///< It crashes elsewhere than the recorded run, or otherwise.
  Hang,
};
constexpr size_t effects = 10; ///< How many effects there are.

constexpr bool isEvidence(Effect effect) {
  return effect <= Effect::NoCrashOtherOutput;
}

/// Says what is changed in a run: where a condition leads, whether a unit is
/// executed, or the value of an expression.
enum class ChangeKind : uint8_t { Switch, Omission, Replacement };

/// Which instances of a unit are changed in a run.
enum class ChangeForm : uint8_t {
  Single,   ///< One instance is changed.
  Constant, ///< All instances of a condition come out the same way.
  Inverted, ///< Each instance of a condition comes out the other way.
  Always,   ///< All instances of a statement are left out, or leave a `switch`.
};

/// An operand of a condition whose value was forced.
struct ForcedOperand {
  OperandId operand{};
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< The changed instance; if all are changed, the first.
  bool value = false; ///< The value of the operand; if inverted, the last one.
};

/// A value that a statement found in a variable, or left there, and that was
/// replaced.
struct ReplacedValue {
  /// The variable whose value was replaced, as in the source.
  std::string operand;
  std::string recorded, instead;
  bool isAfter = false; ///< False: before the statement; true: after it.
};

/// A statement that the run executed, or one of its operands, and the best
/// effect that a change of it had.
struct ChangedUnit {
  EntryId entry{};
  /// The operand that was forced; nullopt if the whole statement was changed.
  std::optional<ForcedOperand> operand = {};
  /// Other operands of the same statement for which a change had as good an
  /// effect.
  std::vector<ForcedOperand> others = {};
  /// For each Effect, how many tests had it.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  /// Which instances the best change changes.
  ChangeForm form = ChangeForm::Single;
  /// The instance that the best change changes; if it changes all, the first
  /// one.
  EventIndex event{};
  /// True if the unit was executed, and control then left a `switch` where it
  /// had fallen through to the next group of case labels.
  bool leavesSwitch = false;
  FlowTarget taken;   ///< Where control went from `event` in the recorded run.
  FlowTarget instead; ///< Where control was sent instead.
  std::optional<ReplacedValue> replaced = {}; ///< Set for replacements.
  /// How often the recorded run entered the unit at `entry`. The unit may have
  /// more instances: those of its other entries.
  uint32_t instances = 0;
  /// The latest instance with an effect as good as `best`.
  EventIndex latest{};
  /// Two ranks among the statements with an equally good effect. Rank 1 has the
  /// one with the fewest instances; or the one whose `latest` comes last in the
  /// run.
  uint32_t rankByFewest = 0, rankByLatest = 0;

  uint32_t allTests() const {
    uint32_t sum = 0;
    for (uint32_t count : tests)
      sum += count;
    return sum;
  }
  uint32_t rank() const {
    return rankByFewest < rankByLatest ? rankByFewest : rankByLatest;
  }
};

/// A condition that is switched in addition to those in the links before.
struct ChainLink {
  EntryId entry{};
  /// The operand that was forced; nullopt if the whole condition was switched.
  std::optional<ForcedOperand> operand = {};
  uint32_t instance = 0;  ///< The number of the switched instance.
  uint32_t instances = 0; ///< How many instances of the condition that run has.
  FlowTarget taken;       ///< Where control went without the switch.
  FlowTarget instead;     ///< Where control goes with the switch.
  Effect effect = Effect::Hang;
  /// How many bytes of the output are right, before the first wrong one.
  uint64_t right = 0;
};

/// Conditions that are switched together in one run. There are no links if no
/// second switch was found that makes more of the output right.
struct ChangeChain {
  std::vector<ChainLink> links = {};
  uint64_t tests = 0; ///< How many tests were made for all links but the first.
};

/// The result of `pinstripe switch`, `omit` and `replace`.
struct ChangeSummary : RunHeader {
  ChangeKind kind = ChangeKind::Switch;
  /// True if no output was expected, but that the program does not crash.
  bool isAboutCrash = false;
  /// The units for which isEvidence(best) holds, best first.
  std::vector<ChangedUnit> units = {};
  uint64_t executedUnits = 0; ///< How many statements could be changed.
  uint64_t executedOperands = 0;
  std::array<uint64_t, effects> tests = {};
  uint64_t possibleTests = 0; ///< How many tests could be made in all.
  ChangeChain chain = {};
  double testsSeconds = 0;

  uint64_t allTests() const {
    uint64_t sum = 0;
    for (uint64_t count : tests)
      sum += count;
    return sum;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGESUMMARY_H
