// Lists the changes of a run for a search to try, the most promising first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A change that makes the wrong output right shows where the defect can be.

#include "Change/ChangePlan.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace pinstripe;

ChangePlan::ChangePlan(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace) {
  std::vector<FlowTarget> next(trace.size());
  for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
    std::optional<EventIndex> last;
    for (EventIndex event : trace.eventsOf(InvocationId(i))) {
      if (last)
        next[static_cast<size_t>(*last)].entry = trace.entryOf(event);
      last = event;
    }
  }
  llvm::DenseMap<EntryId, size_t> places;
  for (size_t i = 0; i < trace.size(); ++i) {
    EntryId entry = trace.entryOf(EventIndex(i));
    auto [place, isNew] = places.try_emplace(entry, all.size());
    if (isNew)
      all.emplace_back().entry = entry;
    all[place->second].events.push_back(EventIndex(i));
    all[place->second].taken.push_back(next[i]);
  }
}

/// Marks the statements that are near an event of `kept`, the events that a
/// reduction has kept. A statement is near such an event in three cases: one of
/// its executions was kept; the decision or call that led to one of its
/// executions was kept; or no decision or call led to one of its executions.
void ChangePlan::findNearKept(const EventSet &kept) {
  ControlTree tree(UnitGraph(table, trace), trace);
  auto isNear = [&](EventIndex event) {
    std::optional<EventIndex> parent = tree.parent(event);
    return kept.contains(event) || !parent || kept.contains(*parent);
  };
  for (ChangeableUnit &unit : all)
    unit.isNearKept = llvm::any_of(unit.events, isNear);
  for (EventIndex event : kept)
    lastKept = event;
}

/// Returns how many instances of a statement are not later than the last kept
/// event. Later instances can't change what the kept events print.
size_t ChangePlan::countInTime(const ChangeableUnit &unit) const {
  auto end = llvm::partition_point(unit.events, [&](EventIndex event) {
    return !lastKept || event <= *lastKept;
  });
  return end - unit.events.begin();
}

/// Returns the index of the instance of a statement that is changed in a round.
/// First come the instances up to the last kept event: the last one, the first
/// one, and the others from late to early. Then come the later instances.
size_t ChangePlan::instanceAt(const ChangeableUnit &unit, size_t round) const {
  size_t inTime = countInTime(unit);
  if (round > inTime)
    return round - 1;
  return round == 2 ? 0 : inTime - std::max<size_t>(round - 1, 1);
}

void ChangePlan::arrange(
    const EventSet *kept,
    llvm::function_ref<bool(const ChangeableUnit &)> canBeChanged) {
  if (kept)
    findNearKept(*kept);
  llvm::erase_if(all, std::not_fn(canBeChanged));
  llvm::sort(all, [this](const ChangeableUnit &a, const ChangeableUnit &b) {
    auto key = [this](const ChangeableUnit &unit) {
      return std::tuple(!unit.operand, unit.isNearKept, countInTime(unit) != 0,
                        unit.events[instanceAt(unit, 1)]);
    };
    if (key(a) == key(b) && a.operand)
      return *a.operand < *b.operand;
    return key(a) > key(b);
  });
  for (ChangeableUnit &unit : all)
    rounds = std::max(rounds, unit.events.size() + 1);
  countTests();
}

void ChangePlan::restrictTo(const std::set<SourceLine> &lines) {
  llvm::erase_if(all, [&](const ChangeableUnit &unit) {
    return lines.count(lineOf(table.unitOf(unit.entry))) == 0;
  });
  countTests();
}

void ChangePlan::countTests() {
  tests = 0;
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

ChangePlan::Turn ChangePlan::turnAfter(Turn turn) const {
  // The tests are made in rounds, and the rounds form three stages. The first
  // stage has one round, which changes all instances of a statement at once.
  // The second stage has a round for the last instance of each statement and a
  // round for the first instance. The third stage has a round for each other
  // instance. `last` is the number of the last round in the current stage.
  constexpr size_t forms = 0, firstInstances = 2;
  size_t last = turn.round == forms            ? forms
                : turn.round <= firstInstances ? firstInstances
                                               : rounds - 1;
  if (turn.round != last)
    return {turn.round + 1, turn.isOfOperands};
  if (turn.isOfOperands)
    return {last + 1, false};
  size_t first = last == forms            ? forms
                 : last == firstInstances ? forms + 1
                                          : firstInstances + 1;
  return {first, true};
}

void ChangePlan::addTurnOf(size_t unit) {
  if (turn.round == 0)
    addForms(unit, queue);
  size_t round = std::max<size_t>(turn.round, 1);
  bool isTurn = turn.round != (lastKept ? 1 : 0);
  if (isTurn && round <= all[unit].events.size())
    addSingles(unit, instanceAt(all[unit], round), queue);
}

void ChangePlan::addTurn() {
  for (; queue.empty() && turn.round < rounds; turn = turnAfter(turn))
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].operand.has_value() == turn.isOfOperands)
        addTurnOf(i);
  std::reverse(queue.begin(), queue.end());
}

std::optional<ChangeTest> ChangePlan::next() {
  if (queue.empty())
    addTurn();
  if (queue.empty())
    return std::nullopt;
  ChangeTest test = queue.back();
  queue.pop_back();
  return test;
}
