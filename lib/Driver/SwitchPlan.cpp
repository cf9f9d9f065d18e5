//===- SwitchPlan.cpp - Which decisions to change, and in which order -----===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchPlan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

SwitchPlan::SwitchPlan(const UnitTable &table, const Trace &trace) {
  collect(trace);
  findPlaces(table, trace);
  llvm::erase_if(all, [](const SwitchableCondition &condition) {
    return condition.places.size() < 2;
  });
  llvm::sort(all,
             [](const SwitchableCondition &a, const SwitchableCondition &b) {
               return a.events.back() > b.events.back();
             });
  for (const SwitchableCondition &condition : all) {
    tests += countTests(condition);
    rounds = std::max(rounds, condition.events.size() + 1);
  }
  addRound();
}

/// The executed entries with what came behind each execution.
void SwitchPlan::collect(const Trace &trace) {
  std::vector<FlowTarget> next(trace.size());
  for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
    llvm::ArrayRef<EventIndex> events = trace.eventsOf(InvocationId(i));
    for (size_t k = 0; k + 1 < events.size(); ++k)
      next[static_cast<size_t>(events[k])].entry =
          trace.event(events[k + 1]).entry;
  }
  llvm::DenseMap<EntryId, size_t> places;
  for (size_t i = 0; i < trace.size(); ++i) {
    EntryId entry = trace.event(EventIndex(i)).entry;
    auto [place, isNew] = places.try_emplace(entry, all.size());
    if (isNew)
      all.emplace_back().entry = entry;
    all[place->second].events.push_back(EventIndex(i));
    all[place->second].taken.push_back(next[i]);
  }
}

void SwitchPlan::findPlaces(const UnitTable &table, const Trace &trace) {
  UnitGraph graph(table, trace);
  for (SwitchableCondition &condition : all) {
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
static bool isInvertible(const SwitchableCondition &condition) {
  return condition.places.size() == 2 &&
         llvm::is_contained(condition.taken, condition.places[0]) &&
         llvm::is_contained(condition.taken, condition.places[1]);
}

uint64_t SwitchPlan::countTests(const SwitchableCondition &condition) const {
  uint64_t count = 0;
  size_t places = std::min(condition.places.size(), mostPlaces);
  for (size_t i = 0; i < places; ++i)
    count += llvm::any_of(condition.taken, [&](const FlowTarget &taken) {
      return taken != condition.places[i];
    });
  count += isInvertible(condition);
  for (const FlowTarget &taken : condition.taken)
    count += places -
             llvm::is_contained(
                 llvm::ArrayRef(condition.places).take_front(places), taken);
  return count;
}

void SwitchPlan::addForms(size_t index) {
  const SwitchableCondition &condition = all[index];
  auto changed = [&](const FlowTarget &place) {
    return llvm::find_if(
               condition.taken,
               [&](const FlowTarget &taken) { return taken != place; }) -
           condition.taken.begin();
  };
  auto add = [&](SwitchForm form, size_t event, LiveChange change) {
    change.entry = condition.entry;
    queue.push_back({index, form, condition.events[event], change});
  };
  size_t places = std::min(condition.places.size(), mostPlaces);
  for (size_t i = 0; i < places; ++i) {
    size_t first = changed(condition.places[i]);
    if (first == condition.events.size())
      continue;
    LiveChange change;
    change.target = condition.places[i];
    add(SwitchForm::Constant, first, change);
  }
  if (!isInvertible(condition))
    return;
  LiveChange change;
  change.target = condition.places[0];
  change.inverse = condition.places[1];
  add(SwitchForm::Inverted, 0, change);
}

void SwitchPlan::addSingles(size_t index, size_t event) {
  const SwitchableCondition &condition = all[index];
  size_t places = std::min(condition.places.size(), mostPlaces);
  for (size_t i = 0; i < places; ++i) {
    if (condition.places[i] == condition.taken[event])
      continue;
    LiveChange change;
    change.entry = condition.entry;
    change.target = condition.places[i];
    change.event = condition.events[event];
    queue.push_back(
        {index, SwitchForm::Single, condition.events[event], change});
  }
}

/// Round 0 has the forms, 1 the last instances, 2 the first ones, and so on.
void SwitchPlan::addRound() {
  for (; queue.empty() && round != rounds; ++round)
    for (size_t i = 0; i < all.size(); ++i) {
      size_t count = all[i].events.size();
      if (round == 0)
        addForms(i);
      else if (round == 1)
        addSingles(i, count - 1);
      else if (round == 2 && count > 1)
        addSingles(i, 0);
      else if (round > 2 && count > round - 1)
        addSingles(i, count - round + 1);
    }
  std::reverse(queue.begin(), queue.end());
}

std::optional<SwitchTest> SwitchPlan::next() {
  if (queue.empty())
    addRound();
  if (queue.empty())
    return std::nullopt;
  SwitchTest test = queue.back();
  queue.pop_back();
  return test;
}
