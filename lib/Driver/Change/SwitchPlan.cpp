// Lists the decisions of conditions that `pinstripe switch` tries to change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ChangePlan.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace pinstripe;

namespace {

class SwitchPlan final : public ChangePlan {
public:
  SwitchPlan(const UnitTable &table, const Trace &trace, const EventSet *kept);

private:
  void findPlaces();
  void addOperands();
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override;
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;
};

} // namespace

SwitchPlan::SwitchPlan(const UnitTable &table, const Trace &trace,
                       const EventSet *kept)
    : ChangePlan(table, trace) {
  findPlaces();
  addOperands();
  arrange(kept, [](const ChangeableUnit &unit) {
    return unit.operand || unit.places.size() > 1;
  });
}

void SwitchPlan::findPlaces() {
  UnitGraph graph(table, trace);
  for (ChangeableUnit &condition : all) {
    const TracedFunction &function =
        table.function(table.entry(condition.entry).function);
    for (EntryId successor : graph.successors(condition.entry)) {
      if (successor != UnitGraph::exit)
        condition.places.push_back(FlowTarget{successor});
      else if (function.canReturn())
        condition.places.push_back(FlowTarget());
    }
  }
}

void SwitchPlan::addOperands() {
  using Place = std::pair<UnitId, FunctionId>;
  std::map<Place, std::vector<OperandId>> operands;
  for (uint32_t i = 0; i < table.operands.size(); ++i)
    operands[{table.operands[i].unit, table.operands[i].function}].push_back(
        OperandId{i});
  for (size_t i = 0, whole = all.size(); i != whole; ++i) {
    const UnitEntry &entry = table.entry(all[i].entry);
    for (OperandId operand : operands[{entry.unit, entry.function}]) {
      ChangeableUnit part;
      part.entry = all[i].entry;
      part.operand = operand;
      part.events = all[i].events;
      all.push_back(std::move(part));
    }
  }
}

static LiveChange forced(const ChangeableUnit &unit, LiveChange::Value value) {
  return {.kind = LiveChange::Kind::Force,
          .entry = unit.entry,
          .target = {},
          .operand = *unit.operand,
          .value = value};
}

static void addOperandForms(size_t index, const ChangeableUnit &unit,
                            std::vector<ChangeTest> &out) {
  using Value = LiveChange::Value;
  EventIndex first = unit.events.front();
  for (Value value : {Value::True, Value::False})
    out.push_back({index, ChangeForm::Constant, first, forced(unit, value)});
  out.push_back(
      {index, ChangeForm::Inverted, first, forced(unit, Value::Other)});
}

/// Returns true if the plan needs a test that inverts all instances
/// (executions) of a condition. It needs this test only if the condition has
/// two ways out and the recorded run used both. If the recorded run used only
/// one way, another test already sends all instances the other way.
static bool isInvertible(const ChangeableUnit &condition) {
  return condition.places.size() == 2 &&
         llvm::is_contained(condition.taken, condition.places[0]) &&
         llvm::is_contained(condition.taken, condition.places[1]);
}

void SwitchPlan::addForms(size_t index, std::vector<ChangeTest> &out) const {
  const ChangeableUnit &condition = all[index];
  if (condition.operand)
    return addOperandForms(index, condition, out);
  size_t places = std::min(condition.places.size(), maxPlaces);
  for (size_t i = 0; i < places; ++i) {
    LiveChange change{.entry = condition.entry, .target = condition.places[i]};
    auto changed = llvm::find_if(condition.taken, [&](const FlowTarget &taken) {
      return taken != change.target;
    });
    if (changed == condition.taken.end())
      continue;
    EventIndex first = condition.events[changed - condition.taken.begin()];
    out.push_back({index, ChangeForm::Constant, first, change});
  }
  if (!isInvertible(condition))
    return;
  LiveChange change{.entry = condition.entry,
                    .target = condition.places[0],
                    .inverse = condition.places[1]};
  out.push_back({index, ChangeForm::Inverted, condition.events[0], change});
}

void SwitchPlan::addSingles(size_t index, size_t event,
                            std::vector<ChangeTest> &out) const {
  const ChangeableUnit &condition = all[index];
  if (condition.operand) {
    LiveChange change = forced(condition, LiveChange::Value::Other);
    change.event = condition.events[event];
    out.push_back({index, ChangeForm::Single, *change.event, change});
    return;
  }
  size_t places = std::min(condition.places.size(), maxPlaces);
  for (size_t i = 0; i < places; ++i) {
    if (condition.places[i] == condition.taken[event])
      continue;
    LiveChange change{.entry = condition.entry,
                      .target = condition.places[i],
                      .event = condition.events[event]};
    out.push_back({index, ChangeForm::Single, condition.events[event], change});
  }
}

std::unique_ptr<ChangePlan> pinstripe::planSwitches(const UnitTable &table,
                                                    const Trace &trace,
                                                    const EventSet *kept) {
  return std::make_unique<SwitchPlan>(table, trace, kept);
}
