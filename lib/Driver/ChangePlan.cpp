//===- ChangePlan.cpp - What to change of a run, and in which order -------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangePlan.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

ChangePlan::ChangePlan(const UnitTable &table, const Trace &trace,
                       const EventSet *kept)
    : table(table), trace(trace), kept(kept) {
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

/// What no condition decided about happens in any case.
void ChangePlan::findNearKept() {
  ControlTree tree(UnitGraph(table, trace), trace);
  auto isNear = [&](EventIndex event) {
    std::optional<EventIndex> parent = tree.parent(event);
    return kept->test(static_cast<unsigned>(event)) || !parent ||
           kept->test(static_cast<unsigned>(*parent));
  };
  for (ChangeableUnit &unit : all)
    unit.isNearKept = llvm::any_of(unit.events, isNear);
}

void ChangePlan::arrange(size_t fewestPlaces) {
  if (kept)
    findNearKept();
  llvm::erase_if(all, [&](const ChangeableUnit &unit) {
    return unit.places.size() < fewestPlaces;
  });
  llvm::sort(all, [](const ChangeableUnit &a, const ChangeableUnit &b) {
    return std::pair(a.isNearKept, a.events.back()) >
           std::pair(b.isNearKept, b.events.back());
  });
  for (ChangeableUnit &unit : all)
    rounds = std::max(rounds, unit.events.size() + 1);
  countTests();
  addRound();
}

void ChangePlan::countTests() {
  std::vector<ChangeTest> some;
  for (size_t i = 0; i < all.size(); ++i) {
    addForms(i, some);
    for (size_t k = 0; k < all[i].events.size(); ++k) {
      addSingles(i, k, some);
      tests += some.size();
      some.clear();
    }
  }
}

/// Round 0 has the forms, 1 the last instances, 2 the first ones, and so on.
void ChangePlan::addRound() {
  for (; queue.empty() && round != rounds; ++round)
    for (size_t i = 0; i < all.size(); ++i) {
      size_t count = all[i].events.size();
      if (round == 0)
        addForms(i, queue);
      else if (round == 1)
        addSingles(i, count - 1, queue);
      else if (round == 2 && count > 1)
        addSingles(i, 0, queue);
      else if (round > 2 && count > round - 1)
        addSingles(i, count - round + 1, queue);
    }
  std::reverse(queue.begin(), queue.end());
}

std::optional<ChangeTest> ChangePlan::next() {
  if (queue.empty())
    addRound();
  if (queue.empty())
    return std::nullopt;
  ChangeTest test = queue.back();
  queue.pop_back();
  return test;
}
