// Lists the runs of `pinstripe omit`, each of which omits one statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ChangePlan.h"
#include "Change/FallThrough.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace pinstripe;

namespace {

class OmissionPlan final : public ChangePlan {
public:
  OmissionPlan(const UnitTable &table, const Trace &trace,
               const EventSet *kept);

private:
  void findPlaces(const UnitGraph &graph, ChangeableUnit &unit) const;
  void addBreaks(const UnitGraph &graph);
  bool leadsElsewhere(const ChangeableUnit &unit) const;
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override;
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;
};

} // namespace

OmissionPlan::OmissionPlan(const UnitTable &table, const Trace &trace,
                           const EventSet *kept)
    : ChangePlan(table, trace) {
  UnitGraph graph(table);
  addBreaks(graph);
  for (ChangeableUnit &unit : all)
    if (!unit.leavesSwitch && !table.unitOf(unit.entry).isPinned())
      findPlaces(graph, unit);
  arrange(kept,
          [](const ChangeableUnit &unit) { return !unit.places.empty(); });
}

/// Finds the places where control can go on after a statement. The recorded run
/// shows where control went after each execution of the statement, except if
/// the execution was the last event of its function call. For such an
/// execution, takes a place to which the machine code can lead. If there is no
/// such place, no test omits that execution.
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

/// Plans to add a `break` after each statement where control fell through to
/// the next group of case labels in the recorded run.
void OmissionPlan::addBreaks(const UnitGraph &graph) {
  std::map<std::pair<EntryId, EntryId>, FlowTarget> breaks;
  for (const ChangeableUnit &unit : all)
    for (const FallThrough &each : findFallThroughs(table, graph, unit.entry))
      breaks.try_emplace({each.last, each.first}, each.afterSwitch);
  std::vector<ChangeableUnit> added;
  for (const ChangeableUnit &unit : all) {
    ChangeableUnit leaving;
    leaving.entry = unit.entry;
    leaving.leavesSwitch = true;
    for (auto [event, taken] : llvm::zip(unit.events, unit.taken)) {
      auto found =
          taken.entry ? breaks.find({unit.entry, *taken.entry}) : breaks.end();
      if (found == breaks.end())
        continue;
      leaving.events.push_back(event);
      leaving.taken.push_back(taken);
      leaving.places = {found->second};
    }
    if (!leaving.events.empty())
      added.push_back(std::move(leaving));
  }
  llvm::append_range(all, added);
}

/// In the recorded run, control fell through from this statement to the next
/// group of case labels of a `switch`. Returns true if control can also go
/// elsewhere from it, as from the head of a loop.
bool OmissionPlan::leadsElsewhere(const ChangeableUnit &unit) const {
  const EntryFlow &flow = table.entry(unit.entry).flow;
  return flow.mayLeave || flow.successors.size() > 1;
}

/// Returns the change that lets the statement be executed and then leaves the
/// `switch`, as a `break` after the statement would.
static LiveChange leaveSwitch(const ChangeableUnit &unit) {
  return {.kind = LiveChange::Kind::Switch,
          .entry = unit.entry,
          .target = unit.places.front()};
}

void OmissionPlan::addForms(size_t index, std::vector<ChangeTest> &out) const {
  const ChangeableUnit &unit = all[index];
  if (unit.leavesSwitch) {
    // If control always falls through after the statement, a test adds the
    // `break` in all instances. After other statements, such as the head of a
    // loop, a `break` in all instances would also take effect where control
    // does not fall through, so the `break` is added only in single instances.
    if (!leadsElsewhere(unit))
      out.push_back(
          {index, ChangeForm::Always, unit.events[0], leaveSwitch(unit)});
    return;
  }
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
  if (unit.leavesSwitch) {
    LiveChange change = leaveSwitch(unit);
    change.event = unit.events[event];
    out.push_back({index, ChangeForm::Single, unit.events[event], change});
    return;
  }
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
