//===- SwitchPlan.cpp - Which decisions to change -------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchPlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

SwitchPlan::SwitchPlan(const UnitTable &table, const Trace &trace,
                       const EventSet *kept)
    : ChangePlan(table, trace, kept) {
  findPlaces();
  arrange(/*fewestPlaces=*/2);
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

/// Else it would come out alike each time.
static bool isInvertible(const ChangeableUnit &condition) {
  return condition.places.size() == 2 &&
         llvm::is_contained(condition.taken, condition.places[0]) &&
         llvm::is_contained(condition.taken, condition.places[1]);
}

void SwitchPlan::addForms(size_t index, std::vector<ChangeTest> &out) const {
  const ChangeableUnit &condition = all[index];
  size_t places = std::min(condition.places.size(), mostPlaces);
  for (size_t i = 0; i < places; ++i) {
    LiveChange change;
    change.entry = condition.entry;
    change.target = condition.places[i];
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
  LiveChange change;
  change.entry = condition.entry;
  change.target = condition.places[0];
  change.inverse = condition.places[1];
  out.push_back({index, ChangeForm::Inverted, condition.events[0], change});
}

void SwitchPlan::addSingles(size_t index, size_t event,
                            std::vector<ChangeTest> &out) const {
  const ChangeableUnit &condition = all[index];
  size_t places = std::min(condition.places.size(), mostPlaces);
  for (size_t i = 0; i < places; ++i) {
    if (condition.places[i] == condition.taken[event])
      continue;
    LiveChange change;
    change.entry = condition.entry;
    change.target = condition.places[i];
    change.event = condition.events[event];
    out.push_back({index, ChangeForm::Single, condition.events[event], change});
  }
}
