//===- SwitchPlan.h - Which decisions to change -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H
#define PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H

#include "ChangePlan.h"

namespace pinstripe {

/// All executed conditions, also those of which nothing else depended in the
/// recorded run: each to every other place that the machine code knows. All
/// instances come out alike, or, if there are two ways and both were taken,
/// all the other way. Then each of their operands, and those of statements that
/// compute a value: true, false and the other way each time, or once the other
/// way. Where it is not asked, that is the recorded run.
class SwitchPlan final : public ChangePlan {
public:
  SwitchPlan(const UnitTable &table, const Trace &trace,
             const EventSet *kept = nullptr);

private:
  void findPlaces();
  void addOperands();
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override;
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SWITCHPLAN_H
