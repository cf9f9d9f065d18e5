// The results of `switch`, `omit` and `replace`: what changes of a run did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGESUMMARY_H
#define PINSTRIPE_RESULT_CHANGESUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Result/RunHeader.h"
#include <array>
#include <optional>

namespace pinstripe {

/// How the output of a changed run compares with the expected output. Better
/// effects come first; the last five are not evidence of anything.
enum class Effect : uint8_t {
  ExpectedOutput, ///< The whole output is right.
  Partly,         ///< Right up to and including the line that was wrong first.
  Prefix,         ///< More of its beginning is right than in the recorded run.
  Gone,           ///< The line that was wrong first is gone.
  Other,
  Same, ///< The output is that of the recorded run.
  Crash,
  Hang,
};
constexpr size_t effects = 8; ///< How many effects there are.

constexpr bool isEvidence(Effect effect) { return effect <= Effect::Prefix; }

/// What is changed in a run: where a condition leads, whether a unit is
/// executed, or the value of an expression.
enum class ChangeKind : uint8_t { Switch, Omission, Replacement };

/// Which instances of a unit are changed in a run.
enum class ChangeForm : uint8_t {
  Single,   ///< One instance is changed.
  Constant, ///< All instances of a condition come out the same way.
  Inverted, ///< Each instance of a condition comes out the other way.
  Always,   ///< All instances of a statement are left out.
};

/// An operand of a condition whose value was forced.
struct ForcedOperand {
  OperandId operand{};
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< The changed instance, or the first one.
  bool value = false; ///< What was forced; the last such value if inverted.
};

/// A value that was replaced before one instance of a statement, or after it.
struct ReplacedValue {
  std::string operand; ///< The replaced expression as in the source.
  std::string recorded, instead;
  bool isAfter = false; ///< True if it was replaced after the statement.
};

/// An executed unit, or an operand of it, and the best effect of changing it.
struct ChangedUnit {
  EntryId entry{};
  /// The operand that was forced; none if the whole unit was changed.
  std::optional<ForcedOperand> operand = {};
  /// Other operands of the same unit whose change had an effect as good.
  std::vector<ForcedOperand> others = {};
  /// How many tests had each effect; the index is an Effect.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  ChangeForm form = ChangeForm::Single; ///< The form of the best change.
  /// The instance that the best change is about; the first one if it is all.
  EventIndex event{};
  FlowTarget taken;   ///< Where control went from `event` in the recorded run.
  FlowTarget instead; ///< Where control was sent instead.
  std::optional<ReplacedValue> replaced = {}; ///< Set for replacements.
  uint32_t instances = 0; ///< How many the recorded run has.
  /// The latest instance with an effect as good as `best`.
  EventIndex latest{};
  /// Ranks among the units with an effect as good. Rank 1 is for the fewest
  /// instances in the one, and for the last `latest` in the other.
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

/// A condition that is switched in a run which the links before have changed.
struct ChainLink {
  EntryId entry{};
  /// The operand that was forced; none if the whole condition was switched.
  std::optional<ForcedOperand> operand = {};
  uint32_t instance = 0;  ///< Which instance is switched, from 1.
  uint32_t instances = 0; ///< How many instances that run has.
  FlowTarget taken;       ///< Where the instance led before.
  FlowTarget instead;     ///< Where it leads when switched.
  Effect effect = Effect::Hang;
  uint64_t right =
      0; ///< How many bytes from the beginning of the output are right.
};

/// Conditions that are switched together in one run. There are no links if no
/// second switch was found that made still more of the output right.
struct ChangeChain {
  std::vector<ChainLink> links = {};
  uint64_t tests = 0; ///< How many tests the links after the first one took.
};

/// The result of `pinstripe switch`, `omit` and `replace`.
struct ChangeSummary : RunHeader {
  ChangeKind kind = ChangeKind::Switch;
  /// The units for which isEvidence(best) holds, best first.
  std::vector<ChangedUnit> units = {};
  uint64_t executedUnits = 0; ///< How many units can be changed.
  uint64_t executedOperands = 0;
  std::array<uint64_t, effects> tests = {};
  uint64_t possibleTests = 0; ///< How many tests can be made at all.
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
