// Reads the values that variables had in the recorded run, so that reports can
// show them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Values/OperandValues.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace pinstripe;

/// The largest number of bytes of a value that are read. More bytes would be of
/// no use to the user.
static constexpr uint32_t maxBytes = 1024;
static constexpr unsigned maxTextColumns = 160;
/// Limits on the runs that read the contents of library objects, such as the
/// elements of containers. `maxRuns` limits the number of these runs. The other
/// two limit all of these runs together: `maxMicrosecondsOfStops` the time that
/// stops take if the engine stops at each event, and `maxEventsByHooks` the
/// number of events for an engine that does not stop. Within these limits, the
/// runs take a few seconds at most.
static constexpr unsigned maxRuns = 40;
static constexpr uint64_t maxEventsByHooks = 300'000'000;
static constexpr uint64_t maxMicrosecondsOfStops = 5'000'000;

std::string EventOperands::textOf(size_t operand, bool isAfter) {
  const OperandValue &value = values[operand];
  const std::optional<std::string> &bytes = value.bytes(isAfter);
  if (!bytes || !value.type)
    return "";
  return fitted(
      formatValue(*value.type, *bytes, shownValueLimits, memory(isAfter)),
      maxTextColumns);
}

static auto beginOf(const SourceRange &range) {
  return std::pair(range.line, range.column);
}

/// Returns where the body of a range-for begins. Control can go from the loop's
/// head to several statements. The body begins with the statement that comes
/// first after the head in the source. Returns nullopt if the body is empty.
static std::optional<EntryId> bodyOf(const UnitTable &table,
                                     const UnitEntry &head) {
  auto place = [&](EntryId entry) {
    return beginOf(table.unitOf(entry).range);
  };
  std::optional<EntryId> first;
  for (const UnitEntry &entry : table.entries)
    if (entry.unit == head.unit && entry.function == head.function)
      for (uint64_t address : entry.flow.successors)
        if (auto next = table.entryAt(address))
          if (place(*next) > beginOf(table.unit(head.unit).range) &&
              (!first || place(*next) < place(*first)))
            first = next;
  return first;
}

/// Returns true if a range-for has a further iteration after an execution of
/// its head. `head` is the statement in the head, and `next` is the statement
/// that was executed after it. There is a further iteration if `next` is `head`
/// or the first statement of the body.
static bool isInLoop(const UnitTable &table, const UnitEntry &head,
                     const UnitEntry &next) {
  auto body = bodyOf(table, head);
  return next.unit == head.unit ||
         (body && beginOf(table.unit(next.unit).range) ==
                      beginOf(table.unitOf(*body).range));
}

std::optional<CompiledExpression>
OperandReader::compile(const StatementVariable &operand, EntryId entry) {
  const UnitEntry *scope = &recorded.table.entry(entry);
  // Clang's debug information describes the variable of a range-for only inside
  // the loop's body. So the variable is looked up there.
  if (operand.isLoopVariable)
    if (auto body = bodyOf(recorded.table, *scope))
      scope = &recorded.table.entry(*body);
  auto compiled = compiler.compile(operand.expression, scope->address);
  if (!compiled) {
    // No value is read for this operand: its name does not belong to a
    // variable, or the variable is not in memory.
    llvm::consumeError(compiled.takeError());
    return std::nullopt;
  }
  LocationProgram &location = compiled->location;
  const ValueType &type = *compiled->type;
  bool isText = type.kind == ValueType::Kind::Text;
  if ((!isText && location.size > maxBytes) || type.isOpaqueClass)
    return std::nullopt;
  // The statement uses only an element of this array, or the target of this
  // pointer. Nothing is known about that element or target, so no value is
  // read.
  bool isClass = isText || type.kind == ValueType::Kind::Structure;
  if (operand.isObject && !isClass)
    return std::nullopt;
  location.size = std::min(location.size, maxBytes);
  return std::move(*compiled);
}

const OperandReader::Place &OperandReader::placeOf(EntryId entry) {
  auto [found, isNew] = places.try_emplace(entry);
  Place &place = found->second;
  if (!isNew)
    return place;
  place.operands = variablesOf(recorded.table.unitOf(entry));
  for (const StatementVariable &operand : place.operands.variables)
    place.compiled.push_back(compile(operand, entry));
  return place;
}

void OperandReader::ask(const Purpose &purpose, LocationProgram location,
                        EntryId entry) {
  Watch watch;
  watch.places.push_back({entry, std::move(location)});
  watch.event = found[purpose.event].event;
  watch.isAfter = purpose.isAfter;
  watches.push_back(std::move(watch));
  purposes.push_back(purpose);
}

void OperandReader::askForPlace(const Purpose &purpose,
                                const CompiledExpression &compiled,
                                EntryId entry) {
  LocationProgram location = compiled.location;
  bool isWord = location.extent == LocationProgram::Extent::Fixed &&
                location.size >= 1 && location.size <= 8;
  if (!isWord)
    return;
  MemoryValue place;
  place.size = static_cast<uint8_t>(location.size);
  OperandValue &value = found[purpose.event].values[purpose.operand];
  std::optional<MemoryValue> &known =
      purpose.isAfter ? value.placeAfter : value.placeBefore;
  bool isInFrame = location.steps.size() == 1 &&
                   location.steps[0].kind == LocationStep::Kind::Frame;
  if (isInFrame) {
    place.isInFrame = true;
    place.place = static_cast<uint64_t>(location.steps[0].number);
    known = place;
    return;
  }
  location.extent = LocationProgram::Extent::Word;
  known = place;
  ask(purpose, std::move(location), entry);
}

/// Returns true if the range `inner` begins within the range `outer`.
static bool isWithin(const SourceRange &inner, const SourceRange &outer) {
  return inner.file == outer.file && beginOf(outer) < beginOf(inner) &&
         beginOf(inner) < std::pair(outer.endLine, outer.endColumn);
}

/// Returns true if a separate statement sets the variable of a range-for, as in
/// code that clang generates. Otherwise, the statement in the loop's head sets
/// the variable.
static bool hasOwnStatement(const UnitTable &table, const UnitEntry &head) {
  const SourceRange &range = table.unit(head.unit).range;
  return llvm::any_of(table.entries, [&](const UnitEntry &entry) {
    const StatementUnit &unit = table.unit(entry.unit);
    return entry.function == head.function &&
           unit.kind == UnitKind::Declaration && isWithin(unit.range, range);
  });
}

/// Returns true if the event really writes the variable `operand`. Its
/// statement may write this variable, but for the variable of a range-for there
/// are two cases in which the event does not: the loop ends with this event, or
/// a separate statement writes the variable.
bool OperandReader::isWrittenBy(const StatementVariable &operand,
                                EventIndex event) const {
  if (!operand.isLoopVariable)
    return true;
  const Trace &trace = recorded.trace;
  auto entryOf = [&](EventIndex each) -> const UnitEntry & {
    return recorded.table.entry(trace.entryOf(each));
  };
  CallEvents events = trace.eventsOf(trace.invocationOf(event));
  auto next = llvm::upper_bound(events, event);
  return next != events.end() &&
         !hasOwnStatement(recorded.table, entryOf(event)) &&
         isInLoop(recorded.table, entryOf(event), entryOf(*next));
}

void OperandReader::askFor(size_t number, OperandQuestions questions) {
  EventIndex event = found[number].event;
  EntryId entry = recorded.trace.entryOf(event);
  const Place &place = placeOf(entry);
  found[number].values.resize(place.compiled.size());
  for (size_t i = 0; i < place.compiled.size(); ++i) {
    if (!place.compiled[i])
      continue;
    const CompiledExpression &compiled = *place.compiled[i];
    found[number].values[i].type = compiled.type;
    auto askAt = [&](bool isAfter) {
      ask({number, i, isAfter, false}, compiled.location, entry);
      if (questions.places)
        askForPlace({number, i, isAfter, true}, compiled, entry);
    };
    const StatementVariable &operand = place.operands.variables[i];
    bool mayChange = questions.contents && operand.mayChange;
    if (operand.isRead || mayChange ||
        (operand.isWritten && questions.overwritten))
      askAt(/*isAfter=*/false);
    if ((operand.isWritten && isWrittenBy(operand, event)) || mayChange)
      askAt(/*isAfter=*/true);
  }
}

/// Plans what the next run reads from memory: the content to which pointers in
/// library objects lead, as far as the values can't be shown as text without
/// it. Returns false if no value lacks such content.
bool OperandReader::askForContents() {
  watches.clear();
  purposes.clear();
  for (size_t i = 0; i < found.size(); ++i)
    for (bool isAfter : {false, true}) {
      for (size_t operand = 0; operand < found[i].values.size(); ++operand)
        (void)found[i].textOf(operand, isAfter);
      EntryId entry = recorded.trace.entryOf(found[i].event);
      for (MemoryImage::Part part : found[i].memory(isAfter).missing()) {
        LocationProgram location;
        location.steps = {
            {LocationStep::Kind::Push, 8, static_cast<int64_t>(part.address)}};
        location.size = part.size;
        ask({i, 0, isAfter, false, part}, std::move(location), entry);
      }
    }
  return !watches.empty();
}

void OperandReader::readContents() {
  EngineTraits engine = runner.engine().traits();
  uint64_t events = engine.stopsAtEachEvent()
                        ? maxMicrosecondsOfStops / engine.stopMicroseconds
                        : maxEventsByHooks;
  uint64_t runs = std::min<uint64_t>(
      maxRuns, events / std::max<size_t>(recorded.trace.size(), 1));
  for (; runs != 0 && !stop.load() && !deadline.hasPassed() && askForContents();
       --runs)
    if (!execute())
      return;
}

void OperandReader::take(const Purpose &purpose,
                         std::optional<std::string> bytes) {
  if (purpose.part)
    return found[purpose.event]
        .memory(purpose.isAfter)
        .add(*purpose.part, std::move(bytes));
  OperandValue &value = found[purpose.event].values[purpose.operand];
  if (!purpose.isPlace) {
    (purpose.isAfter ? value.after : value.before) = std::move(bytes);
    return;
  }
  std::optional<MemoryValue> &place =
      purpose.isAfter ? value.placeAfter : value.placeBefore;
  if (bytes && bytes->size() == sizeof place->place)
    std::memcpy(&place->place, bytes->data(), sizeof place->place);
  else
    place.reset();
}

bool OperandReader::execute() {
  LaunchSpec launch = runner.launchHere(recorded.launch);
  launch.flow = Flow::Trace;
  launch.watches =
      std::make_shared<const std::vector<Watch>>(std::move(watches));
  EventSet all(recorded.trace.size(), true);
  auto run = runner.execute(launch, recorded.trace, all);
  if (!run) {
    llvm::consumeError(run.takeError());
    return false;
  }
  std::vector<WatchedValue> &values = run->result.values;
  for (size_t i = 0; i < values.size(); ++i)
    take(purposes[i], std::move(values[i].bytes));
  return true;
}

std::vector<EventOperands>
OperandReader::read(llvm::ArrayRef<EventIndex> events,
                    OperandQuestions questions) {
  watches.clear();
  purposes.clear();
  found.clear();
  for (EventIndex event : events)
    found.emplace_back().event = event;
  for (size_t i = 0; i < found.size(); ++i)
    askFor(i, questions);
  if (watches.empty() || !execute())
    return {};
  if (questions.contents)
    readContents();
  return std::move(found);
}
