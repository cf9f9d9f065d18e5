//===- ChangePlan.h - What to change of a run, and in which order -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_CHANGEPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGEPLAN_H

#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Report/ChangeSummary.h"

namespace pinstripe {

/// One run to be made.
struct ChangeTest {
  size_t unit = 0; ///< into ChangePlan::units
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< of a form with several instances the first
  LiveChange change;
};

/// An entry that was executed, as a whole or one of its operands.
struct ChangeableUnit {
  EntryId entry{};
  std::optional<OperandId> operand = {}; ///< then it leads nowhere by itself
  std::vector<EventIndex> events;
  std::vector<FlowTarget> taken;  ///< by event: where control went from there
  std::vector<FlowTarget> places; ///< where it can be sent
  /// Some execution of it, or what decided about one, is known to matter.
  bool isNearKept = true;
};

/// All changes of one run that are to be tried. All instances alike come first:
/// they take few runs, and find defects that act several times. Then single
/// instances: of each unit the last one, the first one, and then the others
/// from late to early, in turns. Operands come behind the whole units in each
/// of three stages: all instances, the last and the first, the others. Units
/// near to what a reduction has kept come first, then those executed late,
/// since what is wrong late explains more.
class ChangePlan {
public:
  virtual ~ChangePlan() = default;

  const std::vector<ChangeableUnit> &units() const { return all; }
  /// The number of tests there are.
  uint64_t size() const { return tests; }
  /// The tests one by one; none: that was all.
  std::optional<ChangeTest> next();
  /// Of a test that replaces a value; else none.
  virtual std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const {
    return std::nullopt;
  }

protected:
  /// A unit with more places is tried with these only.
  static constexpr size_t mostPlaces = 16;

  /// The units with what came behind each execution. All must outlive it;
  /// `kept` null: nothing is known.
  ChangePlan(const UnitTable &table, const Trace &trace, const EventSet *kept);
  /// Once it is known what can be changed: drops the other units.
  void arrange(llvm::function_ref<bool(const ChangeableUnit &)> canBeChanged);

  virtual void addForms(size_t unit, std::vector<ChangeTest> &out) const = 0;
  virtual void addSingles(size_t unit, size_t event,
                          std::vector<ChangeTest> &out) const = 0;

  const UnitTable &table;
  const Trace &trace;
  std::vector<ChangeableUnit> all;

private:
  /// Round 0 has the forms, 1 the last instances, 2 the first ones, and so on.
  struct Turn {
    size_t round = 0;
    bool isOfOperands = false;
  };

  void findNearKept();
  void addTurn();
  void addTurnOf(size_t unit);
  Turn turnAfter(Turn turn) const;
  void countTests();

  const EventSet *kept;
  std::vector<ChangeTest> queue; ///< from the back
  uint64_t tests = 0;
  Turn turn;
  size_t rounds = 3;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGEPLAN_H
