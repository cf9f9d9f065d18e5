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
  Partly,         ///< It is right up to and with the first wrong line.
  Prefix, ///< More of it is right, from the beginning, than in the recorded
          ///< run.
  Gone,   ///< The first wrong line is not there.
  Other,
  Same, ///< The output is that of the recorded run.
  Crash,
  Hang,
};
constexpr size_t effects = 8;

constexpr bool isEvidence(Effect effect) { return effect <= Effect::Prefix; }

/// The part of a run that is changed: where a condition leads, whether a unit
/// is executed, or a value.
enum class ChangeKind : uint8_t { Switch, Omission, Replacement };

/// Which instances of a unit are changed in a run.
enum class ChangeForm : uint8_t {
  Single,   ///< One instance is changed.
  Constant, ///< All instances of a condition come out alike.
  Inverted, ///< All instances of a condition come out the other way.
  Always,   ///< All instances are left out.
};

/// An operand of a condition whose value was forced.
struct ForcedOperand {
  OperandId operand{};
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< The instance, or the first of all.
  bool value = false; ///< The forced value; the last one if inverted.
};

/// A value that one instance of a statement was made to find or to leave.
struct ReplacedValue {
  std::string operand; ///< The expression as in the source.
  std::string recorded, instead;
  bool isAfter = false; ///< The value was replaced after the statement.
};

/// An executed entry, and the best effect that a change of it had.
struct ChangedUnit {
  EntryId entry{};
  /// The operand that was forced; none if the whole condition was changed.
  std::optional<ForcedOperand> operand = {};
  /// Other operands of it with an effect as good.
  std::vector<ForcedOperand> others = {};
  /// The number of tests with each effect.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  ChangeForm form = ChangeForm::Single; ///< The form of the best change.
  /// The instance that the best change is about, or the first of all.
  EventIndex event{};
  FlowTarget taken;   ///< Where that went in the recorded run.
  FlowTarget instead; ///< Where it was sent.
  std::optional<ReplacedValue> replaced = {}; ///< Set for replacements.
  uint32_t instances = 0;                     ///< In the recorded run.
  /// The latest instance with an effect as good.
  EventIndex latest{};
  /// Ranks among the units with an effect as good, from 1: by fewest instances,
  /// and by the latest of them.
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

/// A switch in a run that the previous links of the chain have changed.
struct ChainLink {
  EntryId entry{};
  /// The operand that was forced; none if the whole condition was.
  std::optional<ForcedOperand> operand = {};
  uint32_t instance = 0;  ///< The number of the instance in that run, from 1.
  uint32_t instances = 0; ///< The number of instances in that run.
  FlowTarget taken;       ///< Where it went there.
  FlowTarget instead;     ///< Where it was sent.
  Effect effect = Effect::Hang;
  uint64_t right =
      0; ///< Bytes of the output that are right from the beginning.
};

/// Switches of one run. There are none if no single switch made more of the
/// output right.
struct ChangeChain {
  std::vector<ChainLink> links = {};
  uint64_t tests = 0; ///< The tests for the links after the first one.
};

/// The result of `pinstripe switch`, `omit` and `replace`.
struct ChangeSummary : RunHeader {
  ChangeKind kind = ChangeKind::Switch;
  /// The units with evidence, best first.
  std::vector<ChangedUnit> units = {};
  uint64_t executedUnits = 0; ///< All that can be changed.
  uint64_t executedOperands = 0;
  std::array<uint64_t, effects> tests = {};
  uint64_t possibleTests = 0; ///< The number of all tests there are.
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
