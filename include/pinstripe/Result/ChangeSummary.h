// What changes of decisions did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGESUMMARY_H
#define PINSTRIPE_RESULT_CHANGESUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Result/RunHeader.h"
#include <array>
#include <optional>

namespace pinstripe {

/// What a changed run printed, beside what it should have printed. Better ones
/// first; the last five are no evidence of anything.
enum class Effect : uint8_t {
  ExpectedOutput, ///< all of it
  Partly,         ///< up to the first wrong line, which is right now
  Prefix,         ///< more of it, from the beginning, than the recorded run
  Gone,           ///< without the first wrong line
  Other,
  Same, ///< as the recorded run
  Crash,
  Hang,
};
constexpr size_t effects = 8;

constexpr bool isEvidence(Effect effect) { return effect <= Effect::Prefix; }

/// What is changed: where a condition leads, or whether a unit is executed.
enum class ChangeKind : uint8_t { Switch, Omission, Replacement };

/// How often a unit is changed.
enum class ChangeForm : uint8_t {
  Single,   ///< one instance
  Constant, ///< of a condition: all instances come out alike
  Inverted, ///< of a condition: all come out the other way
  Always,   ///< all instances are left out
};

/// An operand that was forced.
struct ForcedOperand {
  OperandId operand{};
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< of all instances the first
  bool value = false; ///< that it was forced to; if inverted: the last time
};

/// What one instance of a statement was made to find or to leave.
struct ReplacedValue {
  std::string operand; ///< as in the source
  std::string recorded, instead;
  bool isAfter = false; ///< what it left
};

/// An executed entry, and the best effect that a change of it had.
struct ChangedUnit {
  EntryId entry{};
  /// What was changed; none: where the whole leads.
  std::optional<ForcedOperand> operand = {};
  /// Other operands of it that do as well.
  std::vector<ForcedOperand> others = {};
  /// Tests by their effect.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  ChangeForm form = ChangeForm::Single; ///< of the best
  /// The instance of the best that was changed, of all the first.
  EventIndex event{};
  FlowTarget taken;   ///< where that went in the recorded run
  FlowTarget instead; ///< where it was sent
  std::optional<ReplacedValue> replaced = {}; ///< of replacements
  uint32_t instances = 0;                     ///< in the recorded run
  /// The latest instance with an effect as good, and where that is in the run.
  EventIndex latest{};
  /// Places among the units with an effect as good, from 1: by fewest
  /// instances, and by the latest of them.
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

/// A switch in a run that the links before it have changed already.
struct ChainLink {
  EntryId entry{};
  std::optional<ForcedOperand> operand = {}; ///< none: the whole
  uint32_t instance = 0;  ///< of the unit in that run, from 1
  uint32_t instances = 0; ///< the same
  FlowTarget taken;       ///< where it went there
  FlowTarget instead;     ///< where it was sent
  Effect effect = Effect::Hang;
  uint64_t right = 0; ///< bytes of the expected output, from the beginning
};

/// Switches of one run. No chain: no single one made more of it right.
struct ChangeChain {
  std::vector<ChainLink> links = {};
  uint64_t tests = 0; ///< made for the links behind the first one
};

/// The result of `pinstripe switch` and `pinstripe omit`.
struct ChangeSummary {
  std::string version;
  ChangeKind kind = ChangeKind::Switch;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  /// Those with evidence, best first.
  std::vector<ChangedUnit> units = {};
  uint64_t executedUnits = 0; ///< that can be changed
  uint64_t executedOperands = 0;
  std::array<uint64_t, effects> tests = {};
  uint64_t possibleTests = 0; ///< all there are
  ChangeChain chain = {};
  bool interrupted = false;
  /// The option that ended it before it was done; else empty.
  std::string exhausted = "";
  double totalSeconds = 0, testsSeconds = 0;

  uint64_t allTests() const {
    uint64_t sum = 0;
    for (uint64_t count : tests)
      sum += count;
    return sum;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGESUMMARY_H
