// Guesses which events a partial execution lacked when it did not reproduce the
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/MissingEvents.h"
#include "Reduce/RunStructure.h"

using namespace pinstripe;

using Source = EventDependences::Dependence;

/// Returns the missing events that are nearest to the place. A missing address
/// is more likely to be the reason than a missing value, since a run without it
/// crashes at once.
std::vector<EventIndex>
MissingEvents::nearest(const EventSet &included, const EventSet &enough,
                       std::optional<EventIndex> place) const {
  std::vector<EventIndex> level = criterion, found;
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
            found.push_back(each.on);
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

/// Adds the events that set the addresses which the missing events use. An
/// address is left out if an earlier instance of the statement that sets it is
/// executed: that one has probably left a valid address.
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

EventSet MissingEvents::find(const EventSet &included, const EventSet &enough,
                             std::optional<EventIndex> place) const {
  EventSet missing(included.universe());
  for (EventIndex event : nearest(included, enough, place))
    missing.insert(event);
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
