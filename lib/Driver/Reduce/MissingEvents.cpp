// Guesses which events a partial execution lacked when it did not reproduce the
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/MissingEvents.h"
#include "Reduce/RunStructure.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

using Source = DataDependences::Dependence;

/// If events of a statement A have lacked values of events of a statement B in
/// this many runs, other events of A probably lack values of B, too.
static constexpr size_t enoughLacks = 2;

/// Returns the missing events that are nearest to the event `place` or, if
/// `place` is nullopt, to the output. The distance of two events is the
/// smallest number of dependences between them. If events that set addresses
/// and events that set values are equally near, returns only those that set
/// addresses, since a run without a valid address crashes at once.
std::vector<MissingEvents::Lack>
MissingEvents::nearest(const EventSet &included, const EventSet &enough,
                       std::optional<EventIndex> place) const {
  std::vector<EventIndex> level = criterion;
  std::vector<Lack> found;
  if (place)
    level = {*place};
  EventSet seen(included.universe());
  for (EventIndex event : level)
    seen.insert(event);
  while (!level.empty()) {
    for (bool isAddress : {true, false}) {
      for (EventIndex user : level)
        for (Source each : dependences.of(user))
          if (each.isAddress == isAddress && !included.contains(each.on) &&
              enough.contains(each.on))
            found.push_back({user, each.on});
      if (!found.empty())
        return found;
    }
    std::vector<EventIndex> next;
    for (EventIndex user : level)
      for (Source each : dependences.of(user))
        if (included.contains(each.on) && !seen.contains(each.on)) {
          seen.insert(each.on);
          next.push_back(each.on);
        }
    level = std::move(next);
  }
  return found;
}

/// Adds to `missing` the skipped events that compute an address which a missing
/// event uses. Leaves out an address if an earlier instance of the same
/// statement is executed, since that instance has probably left a valid
/// address.
void MissingEvents::addSources(EventSet &missing, const EventSet &included,
                               const EventSet &enough) const {
  constexpr uint32_t never = ~uint32_t(0);
  std::vector<uint32_t> firstOfUnit(table.units.size(), never);
  for (EventIndex event : included) {
    uint32_t &first = firstOfUnit[unitOf(event)];
    first = std::min(first, static_cast<uint32_t>(event));
  }
  std::vector<EventIndex> pending(missing.begin(), missing.end());
  while (!pending.empty()) {
    EventIndex user = pending.back();
    pending.pop_back();
    for (Source each : dependences.of(user)) {
      bool isWanted =
          each.isAddress && !included.contains(each.on) &&
          !missing.contains(each.on) && enough.contains(each.on) &&
          firstOfUnit[unitOf(each.on)] > static_cast<uint32_t>(each.on);
      if (!isWanted)
        continue;
      missing.insert(each.on);
      pending.push_back(each.on);
    }
  }
}

/// Adds the pairs of statements in `lacks` to the counts, which tell how often
/// the first statement of a pair has lacked a value of the second one. Each
/// pair is counted once, even if several of its events are in `lacks`.
void MissingEvents::learn(llvm::ArrayRef<Lack> lacks) {
  std::vector<StatementPair> pairs;
  for (Lack each : lacks)
    pairs.push_back({unitOf(each.user), unitOf(each.source)});
  llvm::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (StatementPair pair : pairs)
    ++lacked[pair];
}

/// Adds further events whose values the run probably lacked. If runs have often
/// lacked a value of statement B for statement A, adds all skipped events of B
/// whose values other events of A use. Does the same for the added events.
void MissingEvents::generalise(EventSet &missing, const EventSet &included,
                               const EventSet &enough) const {
  auto isOftenLacked = [&](EventIndex user, EventIndex source) {
    auto found = lacked.find({unitOf(user), unitOf(source)});
    return found != lacked.end() && found->second >= enoughLacks;
  };
  std::vector<EventIndex> pending(included.begin(), included.end());
  pending.insert(pending.end(), missing.begin(), missing.end());
  while (!pending.empty()) {
    EventIndex user = pending.back();
    pending.pop_back();
    for (Source each : dependences.of(user)) {
      if (included.contains(each.on) || missing.contains(each.on) ||
          !enough.contains(each.on) || !isOftenLacked(user, each.on))
        continue;
      missing.insert(each.on);
      pending.push_back(each.on);
    }
  }
}

EventSet MissingEvents::find(const EventSet &included, const EventSet &enough,
                             std::optional<EventIndex> place) {
  EventSet missing(included.universe());
  std::vector<Lack> lacks = nearest(included, enough, place);
  if (lacks.empty())
    return missing;
  for (Lack each : lacks)
    missing.insert(each.source);
  learn(lacks);
  generalise(missing, included, enough);
  addSources(missing, included, enough);
  missing = withCauses(std::move(missing), trace, control);
  missing -= included;
  missing &= enough;
  return missing;
}

EventSet MissingEvents::reached() const {
  EventSet result(trace.size());
  std::vector<EventIndex> pending = criterion;
  for (EventIndex event : pending)
    result.insert(event);
  auto visit = [&](EventIndex event) {
    if (result.contains(event))
      return;
    result.insert(event);
    pending.push_back(event);
  };
  while (!pending.empty()) {
    EventIndex event = pending.back();
    pending.pop_back();
    for (Source each : dependences.of(event))
      visit(each.on);
    auto cause = control ? control->parent(event) : callOf(trace, event);
    if (cause)
      visit(*cause);
  }
  return result;
}
