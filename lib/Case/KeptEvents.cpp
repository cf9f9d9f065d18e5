// Holds the kept events of a result in the order of the run, for `pinstripe
// replay`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/KeptEvents.h"
#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

KeptEvents::KeptEvents(const UnitTable &table, const Trace &trace,
                       EventSet events)
    : table(table), trace(trace), kept(std::move(events)),
      ordered(kept.begin(), kept.end()), instances(table, trace) {}

size_t KeptEvents::positionOf(EventIndex event) const {
  return static_cast<size_t>(llvm::lower_bound(ordered, event) -
                             ordered.begin());
}

std::optional<EventIndex> KeptEvents::after(std::optional<EventIndex> event,
                                            size_t steps) const {
  auto first = event ? llvm::upper_bound(ordered, *event) : ordered.begin();
  if (steps == 0 || static_cast<size_t>(ordered.end() - first) < steps)
    return std::nullopt;
  return *(first + static_cast<ptrdiff_t>(steps - 1));
}

std::optional<EventIndex> KeptEvents::before(std::optional<EventIndex> event,
                                             size_t steps) const {
  auto end = event ? llvm::lower_bound(ordered, *event) : ordered.end();
  if (steps == 0 || static_cast<size_t>(end - ordered.begin()) < steps)
    return std::nullopt;
  return *(end - static_cast<ptrdiff_t>(steps));
}

const StatementUnit &KeptEvents::unitOf(EventIndex event) const {
  return table.unit(instances.unitOf(event));
}

llvm::StringRef KeptEvents::textOf(EventIndex event) const {
  return unitOf(event).text;
}

std::string KeptEvents::placeOf(EventIndex event) const {
  return pinstripe::placeOf(table, unitOf(event).range) + " #" +
         std::to_string(instances.instanceOf(event));
}

std::string KeptEvents::describe(EventIndex event) const {
  return placeOf(event) + " `" + printable(textOf(event)) + "`";
}

static std::string numberOf(EventIndex event) {
  return std::to_string(static_cast<uint64_t>(event) + 1);
}

/// Returns a text that names the kept events just before and just after
/// `event`: "the kept events next to it are 16 and 18".
std::string KeptEvents::nearestTo(EventIndex event) const {
  std::optional<EventIndex> former = before(event), next = after(event);
  if (former && next)
    return "the kept events next to it are " + numberOf(*former) + " and " +
           numberOf(*next);
  if (former || next)
    return "the kept event next to it is " + numberOf(former ? *former : *next);
  return "no event is kept";
}

llvm::Expected<EventIndex> KeptEvents::findNumber(uint64_t number) const {
  if (number == 0 || number > trace.size())
    return llvm::make_error<UsageError>(
        "there is no event " + llvm::Twine(number) + ": the recorded run has " +
        counted(trace.size(), "event"));
  EventIndex event{static_cast<uint32_t>(number - 1)};
  if (kept.contains(event))
    return event;
  return llvm::make_error<UsageError>("event " + llvm::Twine(number) + ", " +
                                      describe(event) + ", is skipped; " +
                                      nearestTo(event));
}

llvm::Expected<EventIndex>
KeptEvents::find(llvm::StringRef words,
                 std::optional<EventIndex> present) const {
  uint64_t number = 0;
  if (!words.getAsInteger(10, number))
    return findNumber(number);
  std::optional<SourcePlace> place = parsePlace(words);
  if (!place || !place->expression.empty())
    return llvm::make_error<UsageError>(
        "`" + words.str() +
        "` is no event; write its number, as in `goto 17`, or its place, as in "
        "`goto sum.c:12` or `goto sum.c:12#3`");
  auto isThere = [&](EventIndex event) {
    return beginsAt(table, unitOf(event), *place) &&
           (place->instance == 0 ||
            instances.instanceOf(event) == place->instance);
  };
  std::optional<EventIndex> first;
  for (EventIndex event : ordered) {
    if (!isThere(event))
      continue;
    if (!present || event > *present || place->instance != 0)
      return event;
    if (!first)
      first = event;
  }
  if (first)
    return *first;
  for (size_t i = 0; i < trace.size(); ++i)
    if (EventIndex event{static_cast<uint32_t>(i)}; isThere(event))
      return llvm::make_error<UsageError>("event " + numberOf(event) + ", " +
                                          describe(event) + ", is skipped; " +
                                          nearestTo(event));
  return llvm::make_error<UsageError>(
      "nothing was executed at " + words.str() +
      "; `pinstripe list` shows places near here, and `pinstripe show --kept` "
      "in a shell shows all");
}
