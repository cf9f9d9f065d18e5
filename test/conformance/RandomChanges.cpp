// Draws random changes of a recorded run for the tests of live flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RandomChanges.h"
#include "Observation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace pinstripe;
using namespace pinstripe::conformance;

FlowTarget RandomChanges::targetOf(EntryId entry) {
  llvm::ArrayRef<EntryId> successors = graph.successors(entry);
  if (!successors.empty() && random() % 4 != 0)
    return fromGraph(successors[below(successors.size())]);
  std::vector<FlowTarget> targets(1); // this one is the end of the function
  for (unsigned i = 0; i < table.entries.size(); ++i)
    if (table.entries[i].function == table.entry(entry).function)
      targets.push_back(FlowTarget{EntryId{i}});
  return targets[below(targets.size())];
}

/// Returns the place to which control went after an event in the recorded run,
/// in the same invocation.
FlowTarget RandomChanges::recordedTarget(EventIndex event) const {
  CallEvents events = trace.eventsOf(trace.invocationOf(event));
  auto next = llvm::upper_bound(events, event);
  return next == events.end() ? FlowTarget() : FlowTarget{trace.entryOf(*next)};
}

bool RandomChanges::replace(LiveChange &change, EventIndex event) {
  llvm::ArrayRef<MemoryValue> places = numbers.at(change.entry);
  if (places.empty())
    return false;
  change.kind = random() % 3 != 0 ? LiveChange::Kind::ReplaceBefore
                                  : LiveChange::Kind::ReplaceAfter;
  change.event = event;
  change.memory = places[below(places.size())];
  uint64_t fitting = ~uint64_t(0) >> (64 - 8 * change.memory.size);
  // Most numbers are small, positive or negative.
  uint64_t value = random() % 4 != 0 ? below(9) - 3 : random();
  change.memory.value = value & fitting;
  return true;
}

OverwrittenRange RandomChanges::drawRange(llvm::ArrayRef<MemoryValue> places) {
  // No program has memory at this address, so the change has no effect.
  if (random() % 8 == 0)
    return {false, 16, "nowhere"};
  const MemoryValue &place = places[below(places.size())];
  // Sometimes only some bytes of the number are overwritten, or even none.
  size_t size = random() % 4 != 0 ? place.size : below(place.size + 1);
  bool isSmall = random() % 4 != 0;
  OverwrittenRange range{place.isInFrame, place.place, std::string(size, '\0')};
  for (char &byte : range.bytes)
    byte = static_cast<char>(
        isSmall && &byte != range.bytes.data() ? 0 : below(isSmall ? 9 : 256));
  return range;
}

bool RandomChanges::overwrite(LiveChange &change, EventIndex event) {
  llvm::ArrayRef<MemoryValue> places = numbers.at(change.entry);
  if (places.empty())
    return false;
  change.kind = LiveChange::Kind::Overwrite;
  if (random() % 3 != 0)
    change.event = event;
  for (size_t left = below(5); left != 0; --left)
    change.ranges.push_back(drawRange(places));
  return true;
}

NamedChange RandomChanges::draw(unsigned number) {
  random.seed(seed * 1000003u + number);
  NamedChange result;
  LiveChange change;
  EventIndex event{static_cast<uint32_t>(below(trace.size()))};
  change.entry = trace.event(event).entry;
  change.target = targetOf(change.entry);
  unsigned shape = random() % 16;
  if (shape > 12 && overwrite(change, event))
    result.isNull = change.ranges.empty();
  else if (shape > 9 && shape < 13 && replace(change, event))
    shape = 16;
  else if (shape < 6)
    change.event = event;
  if (shape == 0) {
    change.target = recordedTarget(event);
    result.isNull = true;
  } else if (shape == 5 || shape == 9) {
    change.kind = LiveChange::Kind::Omit;
  } else if (shape == 8) {
    change.inverse = targetOf(change.entry);
  }
  if (number % 3 == 2)
    if (std::optional<LiveChange> forced = force(shape < 6)) {
      change = *forced;
      result.isNull = false;
    }
  result.name = "change " + llvm::utostr(number) + ", " + nameOf(change);
  result.changes = {change};
  return result;
}

std::optional<OperandId> RandomChanges::operandOf(EntryId id) {
  const UnitEntry &entry = table.entry(id);
  std::vector<OperandId> operands;
  for (uint32_t i = 0; i < table.operands.size(); ++i)
    if (table.operands[i].unit == entry.unit &&
        table.operands[i].function == entry.function)
      operands.push_back(OperandId{i});
  if (operands.empty())
    return std::nullopt;
  return operands[below(operands.size())];
}

std::optional<LiveChange> RandomChanges::force(bool isOfOneEvent) {
  LiveChange change;
  change.kind = LiveChange::Kind::Force;
  change.value = static_cast<LiveChange::Value>(below(3));
  constexpr unsigned attempts = 100;
  for (unsigned i = 0; i < attempts; ++i) {
    EventIndex event{static_cast<uint32_t>(below(trace.size()))};
    change.entry = trace.event(event).entry;
    auto operand = operandOf(change.entry);
    if (!operand)
      continue;
    change.operand = *operand;
    if (isOfOneEvent)
      change.event = event;
    return change;
  }
  return std::nullopt;
}

bool RandomChanges::extend(NamedChange &change, const Trace &changed) {
  const std::optional<EventIndex> &last = change.changes.back().event;
  size_t first = last ? static_cast<size_t>(*last) + 1 : changed.size();
  if (first >= changed.size())
    return false;
  LiveChange next;
  // Mostly, the changed event is one that follows soon, since the run may be
  // long.
  size_t left = changed.size() - first;
  size_t event =
      first + below(random() % 2 ? std::min<size_t>(left, 20) : left);
  next.event = EventIndex(static_cast<uint32_t>(event));
  next.entry = changed.event(*next.event).entry;
  next.target = targetOf(next.entry);
  if (random() % 3 == 0)
    next.kind = LiveChange::Kind::Omit;
  else if (auto operand = operandOf(next.entry)) {
    next.kind = LiveChange::Kind::Force;
    next.operand = *operand;
  }
  bool isOmission = next.kind == LiveChange::Kind::Omit;
  change.name += std::string(isOmission ? ", then omit " : ", then switch ") +
                 conformance::nameOf(table, changed, *next.event) + " -> " +
                 nameOf(next.target);
  if (next.kind == LiveChange::Kind::Force)
    change.name += " in '" + table.operand(next.operand).text + "'";
  change.changes.push_back(next);
  change.isNull = false;
  return true;
}

std::string RandomChanges::nameOf(const LiveChange &change) const {
  if (change.isReplacement())
    return "replace at " + conformance::nameOf(table, trace, *change.event) +
           ", rbp + " +
           llvm::itostr(static_cast<int64_t>(change.memory.place)) + ", " +
           llvm::utostr(change.memory.value);
  if (change.kind == LiveChange::Kind::Overwrite) {
    std::string name = "overwrite at ";
    name += change.event ? conformance::nameOf(table, trace, *change.event)
                         : "each '" + table.unitOf(change.entry).text + "'";
    for (const OverwrittenRange &range : change.ranges)
      name += (range.isInFrame ? ", rbp + " : ", ") +
              llvm::itostr(static_cast<int64_t>(range.place)) + " " +
              llvm::toHex(range.bytes);
    return name;
  }
  if (change.kind == LiveChange::Kind::Force)
    return "force '" + table.operand(change.operand).text + "' " +
           llvm::utostr(static_cast<unsigned>(change.value)) + ", " +
           (change.event ? conformance::nameOf(table, trace, *change.event)
                         : "each time");
  bool isOmission = change.kind == LiveChange::Kind::Omit;
  std::string name = isOmission ? "omit " : "switch ";
  name += change.event ? conformance::nameOf(table, trace, *change.event)
                       : "each '" + table.unitOf(change.entry).text + "'";
  name += " -> " + nameOf(change.target);
  if (change.inverse)
    name += ", inverse " + nameOf(*change.inverse);
  return name;
}
