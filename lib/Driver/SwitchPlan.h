//===- SwitchPlan.h - Which decisions to change, and in which order -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H
#define PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H

#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Report/SwitchSummary.h"

namespace pinstripe {

/// One run to be made.
struct SwitchTest {
  size_t condition = 0; ///< into SwitchPlan::conditions
  SwitchForm form = SwitchForm::Single;
  EventIndex event{}; ///< of a form with several instances the first
  LiveChange change;
};

/// A condition that was executed.
struct SwitchableCondition {
  EntryId entry{};
  std::vector<EventIndex> events;
  std::vector<FlowTarget> taken;  ///< by event: where control went from there
  std::vector<FlowTarget> places; ///< where it can go
};

/// All changes of decisions of one run. All instances alike come first: they
/// take few runs, and find defects that act several times. Then single
/// instances, each to every other place: of each condition the last one, the
/// first one, and then the others from late to early, in turns. Conditions
/// executed late come first, since what is wrong late explains more.
class SwitchPlan {
public:
  /// Both must outlive the plan.
  SwitchPlan(const UnitTable &table, const Trace &trace);

  const std::vector<SwitchableCondition> &conditions() const { return all; }
  /// The number of tests there are.
  uint64_t size() const { return tests; }
  /// The tests one by one; none: that was all.
  std::optional<SwitchTest> next();

private:
  /// A switch with more cases is tried with these only.
  static constexpr size_t mostPlaces = 16;

  void collect(const Trace &trace);
  void findPlaces(const UnitTable &table, const Trace &trace);
  void addForms(size_t condition);
  void addSingles(size_t condition, size_t event);
  void addRound();
  uint64_t countTests(const SwitchableCondition &condition) const;

  std::vector<SwitchableCondition> all;
  std::vector<SwitchTest> queue; ///< from the back
  uint64_t tests = 0;
  size_t round = 0;
  size_t rounds = 3;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H
