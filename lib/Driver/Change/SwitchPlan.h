// Lists the decisions to change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_SWITCHPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_SWITCHPLAN_H

#include "Change/ChangePlan.h"

namespace pinstripe {

/// All executed conditions, including those on which nothing else depended in
/// the recorded run. Each is switched to every other place that machine code
/// knows: all instances alike or, if there are two ways and both were taken,
/// each instance the other way. Then the operands of conditions and of
/// statements that compute a value: true, false, and the other way, for all
/// instances, and the other way for one instance. If an operand is not
/// evaluated, the run is the recorded one.
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

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_SWITCHPLAN_H
