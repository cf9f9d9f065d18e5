// Lists the statement units to omit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_OMISSIONPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_OMISSIONPLAN_H

#include "Change/ChangePlan.h"

namespace pinstripe {

/// All executed units that can be skipped. A single omitted instance leads
/// where it led in the recorded run, so that for a condition only the
/// computation is omitted. Omitting all instances leads to one such place, for
/// conditions to each of the places in turn. If the run never returned from a
/// unit, it continues where machine code would.
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

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_OMISSIONPLAN_H
