// Lists the values that `pinstripe replace` tries in place of recorded values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ReplacementPlan.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <set>

using namespace pinstripe;

/// The largest number of instances of one statement whose values are replaced.
/// If the statement has more instances, the first one and the last ones are
/// chosen.
static constexpr size_t maxInstances = 16;
/// The largest number of instances, of all statements together, whose values
/// are replaced. More would take too long.
static constexpr size_t maxEvents = 8000;
/// The number of events (executions of statements) whose values are read in one
/// run of the program.
static constexpr size_t eventsAtOnce = 1000;
/// The approximate number of values that are tried for a variable in place of
/// the recorded value. `maxSeen` is for values that the variable had in other
/// instances of the statement, `maxNamesakes` for values that variables of the
/// same name had elsewhere.
static constexpr size_t maxSeen = 5, maxNamesakes = 4;

ReplacementPlan::ReplacementPlan(const RunnableCase &runnable,
                                 const EventSet &candidates,
                                 const EventSet *first)
    : ChangePlan(runnable.recorded.table, runnable.recorded.trace),
      reader(runnable) {
  selectEvents(candidates);
  readValues();
  findOthers();
  arrange(first, [this](const ChangeableUnit &unit) {
    return llvm::any_of(unit.events, [this](EventIndex event) {
      return replaceable.count(event) != 0;
    });
  });
}

void ReplacementPlan::selectEvents(const EventSet &candidates) {
  for (ChangeableUnit &unit : all) {
    const StatementUnit &statement = table.unitOf(unit.entry);
    bool isOurs =
        statement.kind != UnitKind::Condition && !statement.isPinned();
    std::vector<EventIndex> events;
    for (EventIndex event : unit.events)
      if (isOurs && candidates.contains(event))
        events.push_back(event);
    if (events.size() > maxInstances)
      events.erase(events.begin() + 1, events.end() - (maxInstances - 1));
    unit.events = std::move(events);
    unit.taken.resize(unit.events.size());
  }
  llvm::erase_if(
      all, [](const ChangeableUnit &unit) { return unit.events.empty(); });
}

void ReplacementPlan::readValues() {
  std::vector<EventIndex> events;
  for (const ChangeableUnit &unit : all)
    llvm::append_range(events, unit.events);
  llvm::sort(events, std::greater<>());
  events.resize(std::min(events.size(), maxEvents));
  OperandQuestions questions;
  questions.places = true;
  for (llvm::ArrayRef<EventIndex> left = events; !left.empty();) {
    auto batch = left.take_front(eventsAtOnce);
    for (const EventOperands &event : reader.read(batch, questions))
      addOperands(event);
    left = left.drop_front(batch.size());
  }
}

static bool isReplaceable(const ValueType &type) {
  return type.isNumber() || type.kind == ValueType::Kind::Pointer;
}

void ReplacementPlan::addOperands(const EventOperands &event) {
  EntryId entry = trace.entryOf(event.event);
  operands.try_emplace(entry, reader.operandsAt(entry));
  for (size_t i = 0; i < event.values.size(); ++i) {
    const OperandValue &value = event.values[i];
    auto add = [&](const std::optional<MemoryValue> &place,
                   const std::optional<std::string> &bytes, bool isAfter) {
      if (!value.type || !isReplaceable(*value.type) || !place || !bytes ||
          bytes->size() != place->size)
        return;
      Replaceable each{i, isAfter, value.type, *place, {}};
      std::memcpy(&each.place.value, bytes->data(), bytes->size());
      replaceable[event.event].push_back(std::move(each));
    };
    add(value.placeBefore, value.before, /*isAfter=*/false);
    add(value.placeAfter, value.after, /*isAfter=*/true);
  }
}

/// Returns the last name in an expression: `next` for `p->next` or `list.next`.
static llvm::StringRef lastName(llvm::StringRef expression) {
  size_t dot = expression.find_last_of(".>");
  return dot == llvm::StringRef::npos ? expression : expression.substr(dot + 1);
}

/// Returns a sample of about `most` values, evenly spread over `values`.
static std::vector<uint64_t> sampleOf(const std::set<uint64_t> &values,
                                      size_t most) {
  std::vector<uint64_t> all(values.begin(), values.end());
  size_t step = std::max<size_t>(1, all.size() / most);
  std::vector<uint64_t> some;
  for (size_t i = 0; i < all.size(); i += step)
    some.push_back(all[i]);
  return some;
}

void ReplacementPlan::findOthers() {
  std::map<std::tuple<EntryId, size_t, bool>, std::set<uint64_t>> ofOperand;
  std::map<std::pair<std::string, uint8_t>, std::set<uint64_t>> ofName;
  auto operandOf = [&](EventIndex event, const Replaceable &each) {
    return std::tuple(trace.entryOf(event), each.operand, each.isAfter);
  };
  auto nameOf = [&](EventIndex event, const Replaceable &each) {
    const StatementVariables &known = operands[trace.entryOf(event)];
    return std::pair(lastName(known.variables[each.operand].expression).str(),
                     each.place.size);
  };
  for (const auto &[event, all] : replaceable)
    for (const Replaceable &each : all) {
      ofOperand[operandOf(event, each)].insert(each.place.value);
      ofName[nameOf(event, each)].insert(each.place.value);
    }
  for (auto &[event, all] : replaceable)
    for (Replaceable &each : all) {
      std::vector<uint64_t> seen =
          sampleOf(ofOperand[operandOf(event, each)], maxSeen);
      llvm::append_range(seen,
                         sampleOf(ofName[nameOf(event, each)], maxNamesakes));
      each.others = otherValues(*each.type, each.place.value, seen);
    }
}

static std::vector<uint64_t> usualValues(const ValueType &type,
                                         uint64_t recorded) {
  switch (type.kind) {
  case ValueType::Kind::Boolean:
    return {recorded ^ 1};
  case ValueType::Kind::Enumeration: {
    std::vector<uint64_t> values;
    for (const ValueType::Enumerator &each : type.enumerators)
      values.push_back(static_cast<uint64_t>(each.value));
    return values;
  }
  case ValueType::Kind::Pointer:
  case ValueType::Kind::Float:
    return {0};
  default:
    return {recorded - 1, recorded + 1, 0, 1, ~uint64_t(0)};
  }
}

std::vector<uint64_t> pinstripe::otherValues(const ValueType &type,
                                             uint64_t recorded,
                                             llvm::ArrayRef<uint64_t> seen) {
  uint64_t fitting = ~uint64_t(0) >> (64 - 8 * std::min(type.size, 8u));
  std::vector<uint64_t> others;
  auto add = [&](uint64_t value) {
    value &= fitting;
    if (value != recorded && others.size() < maxOtherValues &&
        !llvm::is_contained(others, value))
      others.push_back(value);
  };
  if (type.kind != ValueType::Kind::Boolean)
    llvm::for_each(seen, add);
  for (uint64_t value : usualValues(type, recorded))
    add(value);
  return others;
}

void ReplacementPlan::addSingles(size_t index, size_t event,
                                 std::vector<ChangeTest> &out) const {
  const ChangeableUnit &unit = all[index];
  auto found = replaceable.find(unit.events[event]);
  if (found == replaceable.end())
    return;
  for (const Replaceable &each : found->second)
    for (uint64_t value : each.others) {
      LiveChange change;
      change.kind = each.isAfter ? LiveChange::Kind::ReplaceAfter
                                 : LiveChange::Kind::ReplaceBefore;
      change.entry = unit.entry;
      change.event = unit.events[event];
      change.memory = each.place;
      change.memory.value = value;
      out.push_back({index, ChangeForm::Single, unit.events[event], change});
    }
}

std::optional<ReplacedValue>
ReplacementPlan::replacedBy(const ChangeTest &test) const {
  auto found = replaceable.find(test.event);
  if (found == replaceable.end())
    return std::nullopt;
  bool isAfter = test.change.kind == LiveChange::Kind::ReplaceAfter;
  auto sameOperand = [&](const Replaceable &each) {
    return each.isAfter == isAfter &&
           each.place.place == test.change.memory.place &&
           each.place.isInFrame == test.change.memory.isInFrame &&
           llvm::is_contained(each.others, test.change.memory.value);
  };
  auto each = llvm::find_if(found->second, sameOperand);
  if (each == found->second.end())
    return std::nullopt;
  auto text = [&](uint64_t word) {
    llvm::StringRef bytes(reinterpret_cast<const char *>(&word),
                          each->place.size);
    return formatValue(*each->type, bytes);
  };
  auto known = operands.find(test.change.entry);
  return ReplacedValue{known->second.variables[each->operand].expression,
                       text(each->place.value), text(test.change.memory.value),
                       isAfter};
}
