// Reads which values the variables of statements had in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Values/OperandValues.h"
#include "pinstripe/Support/Error.h"
#include <cstring>

using namespace pinstripe;

/// Largest size in bytes of a value that is read. Longer ones would be of no
/// use to a reader.
static constexpr uint32_t maxBytes = 256;

std::optional<CompiledExpression>
OperandReader::compile(const StatementVariable &operand, EntryId entry) {
  auto compiled =
      compiler.compile(operand.expression, recorded.table.entry(entry).address);
  if (!compiled) {
    // A name in the statement may not be that of a variable, or the variable is
    // not in memory. Then it has no value.
    llvm::consumeError(compiled.takeError());
    return std::nullopt;
  }
  LocationProgram &location = compiled->location;
  bool isText = compiled->type->kind == ValueType::Kind::Text;
  if (!isText && location.size > maxBytes)
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

void OperandReader::askFor(size_t number, OperandQuestions questions) {
  EntryId entry = recorded.trace.event(found[number].event).entry;
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
    if (operand.isRead || (operand.isWritten && questions.overwritten))
      askAt(/*isAfter=*/false);
    if (operand.isWritten)
      askAt(/*isAfter=*/true);
  }
}

void OperandReader::take(const Purpose &purpose,
                         std::optional<std::string> bytes) {
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
    found.push_back({event, {}});
  for (size_t i = 0; i < found.size(); ++i)
    askFor(i, questions);
  if (watches.empty() || !execute())
    return {};
  return std::move(found);
}
