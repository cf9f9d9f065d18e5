// Defines the results of `switch`, `omit` and `replace`, which change a run and
// see what happens.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGESUMMARY_H
#define PINSTRIPE_RESULT_CHANGESUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Result/RunHeader.h"
#include <array>
#include <optional>

namespace pinstripe {

/// The effect of a change. It is found by comparing the changed run with what
/// the user expected: a certain output, or just no crash. Better effects come
/// first. The last five effects, from Gone on, do not show that the changed
/// statement is wrong.
enum class Effect : uint8_t {
  ExpectedOutput, ///< The whole output of the changed run is right.
  /// The changed run does not crash, and prints all that the recorded run had
  /// printed.
  NoCrash,
  /// The changed run's output is right at least up to and including the first
  /// line that was wrong in the recorded run.
  Partly,
  /// The output has more right bytes before its first wrong byte than the
  /// output of the recorded run.
  Prefix,
  /// The changed run does not crash, but it does not print all that the
  /// recorded run had printed.
  NoCrashOtherOutput,
  /// The changed run does not crash, but is much shorter than the recorded run.
  /// It may have ended before it could crash.
  NoCrashShorter,
  /// The changed run does not print the first wrong line of the recorded
  /// output.
  Gone,
  Other,
  /// The changed run has the same output, or the same crash, as the recorded
  /// run.
  Same,
  /// The changed run crashes, but at another place or in another way than the
  /// recorded run.
  Crash,
  Hang,
};
/// The number of effects that the enumeration Effect has.
constexpr size_t effects = 11;

/// Returns the sum of the counts in an array, such as the numbers of tests with
/// each effect.
template <typename Counts> auto sumOf(const Counts &counts) {
  typename Counts::value_type sum = 0;
  for (auto count : counts)
    sum += count;
  return sum;
}

constexpr bool isEvidence(Effect effect) {
  return effect <= Effect::NoCrashShorter;
}

/// Says what is changed in a run. A Switch changes where a condition leads. An
/// Omission skips a statement. A Replacement changes the value of a variable.
enum class ChangeKind : uint8_t { Switch, Omission, Replacement };

/// Says which instances of a statement, condition or operand are changed in a
/// run.
enum class ChangeForm : uint8_t {
  Single, ///< Only one instance of the statement or condition is changed.
  /// All instances of the condition are changed: each comes out true, or each
  /// comes out false.
  Constant,
  Inverted, ///< Each instance of the condition goes the other way.
  /// All instances of a statement are changed in the same way. Either all are
  /// left out, or control leaves the surrounding `switch` after each of them.
  Always,
};

/// An operand of a condition whose value was forced to be true or false. The
/// run went on as if the operand had yielded this value.
struct ForcedOperand {
  OperandId operand{};
  ChangeForm form = ChangeForm::Single;
  /// The instance of the condition for which the value was forced; the first
  /// one if the value was forced for all instances.
  EventIndex event{};
  /// The value that was forced on the operand. If each instance got the
  /// opposite of its own value, this is the value that the last instance got.
  bool value = false;
};

/// Says that the value of a variable was replaced by another value: either
/// before a statement that reads the variable, or after a statement that wrote
/// it.
struct ReplacedValue {
  /// The source text of the variable whose value was replaced.
  std::string operand;
  std::string recorded, instead;
  /// True if the value was replaced after the statement had been executed,
  /// false if before.
  bool isAfter = false;
};

/// A statement that the run executed, or one of the statement's operands. Holds
/// the best effect that a change of the statement or operand had.
struct ChangedUnit {
  EntryId entry{};
  /// The operand whose value was forced; nullopt if the statement as a whole
  /// was changed.
  std::optional<ForcedOperand> operand = {};
  /// Other operands of the same statement for which a change had an effect as
  /// good as `best`.
  std::vector<ForcedOperand> others = {};
  /// The number of tests with each effect; the index is the Effect.
  std::array<uint32_t, effects> tests = {};
  Effect best = Effect::Hang;
  /// Says whether the change with the best effect was made to one instance of
  /// the statement or to all.
  ChangeForm form = ChangeForm::Single;
  /// The statement instance that was changed in the test with the best effect;
  /// the first changed instance if all instances were changed.
  EventIndex event{};
  /// True if the change acts like a `break` that is added after the statement:
  /// control leaves a `switch` there. In the recorded run, control fell through
  /// to the next group of case labels.
  bool leavesSwitch = false;
  /// The place to which control went after the changed instance in the recorded
  /// run.
  FlowTarget taken;
  FlowTarget instead; ///< The place to which the change sent control.
  /// The value that was replaced by the change, and its replacement; nullopt if
  /// the change replaced no value.
  std::optional<ReplacedValue> replaced = {};
  /// How many instances of the statement in the recorded run began at the
  /// address `entry`. Instances that began at another address are not counted.
  uint32_t instances = 0;
  /// The latest instance of the statement for which a change had an effect as
  /// good as `best`.
  EventIndex latest{};
  /// The statement's ranks among the statements with an equally good effect.
  /// `rankByFewest` is 1 for the statement with the fewest instances.
  /// `rankByLatest` is 1 for the statement whose instance `latest` is executed
  /// last. Only the smaller one of the two ranks counts: the lower it is, the
  /// more the statement is suspected.
  uint32_t rankByFewest = 0, rankByLatest = 0;

  uint32_t allTests() const { return sumOf(tests); }
  uint32_t rank() const {
    return rankByFewest < rankByLatest ? rankByFewest : rankByLatest;
  }
};

/// One condition in a chain of conditions that are switched (sent the other
/// way). In the run of this link, the conditions of all earlier links are
/// switched, too.
struct ChainLink {
  EntryId entry{};
  /// The operand whose value was forced; nullopt if the whole condition was
  /// sent the other way.
  std::optional<ForcedOperand> operand = {};
  /// Which execution of the condition is switched; 1 is the first.
  uint32_t instance = 0;
  /// How often the condition is executed in a run in which only the conditions
  /// of the earlier links of the chain are switched.
  uint32_t instances = 0;
  /// The place to which the condition sends control if it is not switched.
  FlowTarget taken;
  /// The place to which the condition sends control if it is switched.
  FlowTarget instead;
  Effect effect = Effect::Hang;
  /// How many bytes of the output come before the first wrong byte in the run
  /// of the link.
  uint64_t right = 0;
};

/// Several conditions that are switched (sent the other way) together in one
/// run, because no single switch makes the whole output right. `links` is empty
/// if no second switch was found that improves the output further.
struct ChangeChain {
  std::vector<ChainLink> links = {};
  /// How many tests it took to find all links of the chain after the first one.
  uint64_t tests = 0;
};

/// The result of `pinstripe switch`, `omit` and `replace`.
struct ChangeSummary : RunHeader {
  ChangeKind kind = ChangeKind::Switch;
  /// True if the user expects no particular output, only that the program does
  /// not crash.
  bool isAboutCrash = false;
  /// The statements that are probably wrong, according to their best effects
  /// (see isEvidence). The statement with the best effect comes first.
  std::vector<ChangedUnit> units = {};
  /// The number of executed statements that could be changed.
  uint64_t executedUnits = 0;
  uint64_t executedOperands = 0;
  std::array<uint64_t, effects> tests = {};
  /// How many tests it takes to try all possible changes.
  uint64_t possibleTests = 0;
  ChangeChain chain = {};
  double testsSeconds = 0;

  uint64_t allTests() const { return sumOf(tests); }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGESUMMARY_H
