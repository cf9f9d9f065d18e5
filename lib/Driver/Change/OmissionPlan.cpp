// Lists the statements that `pinstripe omit` is to omit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ChangePlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

class OmissionPlan final : public ChangePlan {
public:
  OmissionPlan(const UnitTable &table, const Trace &trace,
               const EventSet *kept);

private:
  void findPlaces(const UnitGraph &graph, ChangeableUnit &unit) const;
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override;
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;
};

} // namespace

OmissionPlan::OmissionPlan(const UnitTable &table, const Trace &trace,
                           const EventSet *kept)
    : ChangePlan(table, trace) {
  UnitGraph graph(table);
  for (ChangeableUnit &unit : all)
    if (!table.unitOf(unit.entry).isPinned())
      findPlaces(graph, unit);
  arrange(kept,
          [](const ChangeableUnit &unit) { return !unit.places.empty(); });
}

/// Finds the places to which control can go after a statement. For an event
/// that was the last one of its call, the place is stored in `taken`, too.
void OmissionPlan::findPlaces(const UnitGraph &graph,
                              ChangeableUnit &unit) const {
  bool canReturn = table.function(table.entry(unit.entry).function).canReturn();
  llvm::ArrayRef<EntryId> successors = graph.successors(unit.entry);
  bool mayLeave = successors.empty() || successors.back() == UnitGraph::exit;
  std::optional<FlowTarget> afterLast;
  if (mayLeave && canReturn)
    afterLast = FlowTarget();
  else if (!successors.empty() && successors.front() != UnitGraph::exit)
    afterLast = FlowTarget{successors.front()};
  std::vector<EventIndex> events;
  std::vector<FlowTarget> taken;
  for (size_t i = 0; i < unit.events.size(); ++i) {
    FlowTarget place = unit.taken[i];
    if (!place.entry) {
      if (!afterLast)
        continue;
      place = *afterLast;
    }
    events.push_back(unit.events[i]);
    taken.push_back(place);
    if (!llvm::is_contained(unit.places, place))
      unit.places.push_back(place);
  }
  unit.events = std::move(events);
  unit.taken = std::move(taken);
}

void OmissionPlan::addForms(size_t index, std::vector<ChangeTest> &out) const {
  const ChangeableUnit &unit = all[index];
  size_t places = std::min(unit.places.size(), maxPlaces);
  for (size_t i = 0; i < places; ++i) {
    LiveChange change{.kind = LiveChange::Kind::Omit,
                      .entry = unit.entry,
                      .target = unit.places[i]};
    out.push_back({index, ChangeForm::Always, unit.events[0], change});
  }
}

void OmissionPlan::addSingles(size_t index, size_t event,
                              std::vector<ChangeTest> &out) const {
  const ChangeableUnit &unit = all[index];
  LiveChange change{.kind = LiveChange::Kind::Omit,
                    .entry = unit.entry,
                    .target = unit.taken[event],
                    .event = unit.events[event]};
  out.push_back({index, ChangeForm::Single, unit.events[event], change});
}

std::unique_ptr<ChangePlan> pinstripe::planOmissions(const UnitTable &table,
                                                     const Trace &trace,
                                                     const EventSet *kept) {
  return std::make_unique<OmissionPlan>(table, trace, kept);
}
