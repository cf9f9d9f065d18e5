//===- OmissionPlan.h - Which units to leave out ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_OMISSIONPLAN_H
#define PINSTRIPE_LIB_DRIVER_OMISSIONPLAN_H

#include "ChangePlan.h"

namespace pinstripe {

/// All executed units that can be skipped: as if this had not run. A single
/// instance leads where it led in the recorded run, so that of a condition
/// nothing but what it computes is left out. All instances lead to one such
/// place, of conditions to each of them in turn. Where the run never came back
/// from a unit, it goes on where the machine code does.
class OmissionPlan final : public ChangePlan {
public:
  OmissionPlan(const UnitTable &table, const Trace &trace,
               const EventSet *kept = nullptr);

private:
  void findPlaces(const UnitGraph &graph, ChangeableUnit &unit) const;
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override;
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OMISSIONPLAN_H
