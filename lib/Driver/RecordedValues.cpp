//===- RecordedValues.cpp - Values of the recorded run --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/RecordedValues.h"
#include "StatementValues.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// Of a larger value nobody sees more than its first members.
constexpr uint32_t mostBytes = 256;
/// A debugger stops at each event.
constexpr size_t longestDebuggedTrace = 5000;

/// Asks for all operands of the events in one run.
class ValueReader {
public:
  ValueReader(RecordedCase &recorded, const EventSet &events)
      : recorded(recorded), compiler(recorded.table) {
    for (unsigned event : events.set_bits())
      if (wanted.size() < mostEventsWithValues)
        wanted.push_back({EventIndex{event}, {}});
  }

  ValuesOfEvents run();
  std::map<uint32_t, bool> runForUnchanged();

private:
  /// The operands of a statement, where one of its entries is.
  struct Place {
    StatementOperands operands;
    std::vector<std::optional<CompiledExpression>> compiled;
  };
  struct Wanted {
    EventIndex event;
    std::vector<OperandValue> values;
  };
  /// What one of the watches is for.
  struct Purpose {
    size_t wanted, operand;
    bool isAfter;
  };

  const Place &placeOf(EntryId entry);
  std::optional<CompiledExpression> compile(const Operand &operand,
                                            EntryId entry);
  void askFor(size_t number);
  void ask(const Purpose &purpose, const CompiledExpression &compiled,
           EntryId entry);
  bool execute();
  bool readAll();
  std::optional<bool> isUnchanged(const Wanted &each);

  RecordedCase &recorded;
  ExpressionCompiler compiler;
  std::vector<Wanted> wanted;
  std::map<EntryId, Place> places;
  bool asksForOverwritten = false;
  std::vector<Watch> watches;
  std::vector<Purpose> purposes; ///< of the watches
};

std::optional<CompiledExpression> ValueReader::compile(const Operand &operand,
                                                       EntryId entry) {
  auto compiled =
      compiler.compile(operand.expression, recorded.table.entry(entry).address);
  if (!compiled) {
    // No variable, or one without a place.
    llvm::consumeError(compiled.takeError());
    return std::nullopt;
  }
  LocationProgram &location = compiled->location;
  bool isText = compiled->type->kind == ValueType::Kind::Text;
  if (!isText && location.size > mostBytes)
    return std::nullopt;
  location.size = std::min(location.size, mostBytes);
  return std::move(*compiled);
}

const ValueReader::Place &ValueReader::placeOf(EntryId entry) {
  auto [found, isNew] = places.try_emplace(entry);
  Place &place = found->second;
  if (!isNew)
    return place;
  place.operands = operandsOf(recorded.table.unitOf(entry));
  for (const Operand &operand : place.operands.operands)
    place.compiled.push_back(compile(operand, entry));
  return place;
}

void ValueReader::ask(const Purpose &purpose,
                      const CompiledExpression &compiled, EntryId entry) {
  Watch watch;
  watch.places.push_back({entry, compiled.location});
  watch.event = wanted[purpose.wanted].event;
  watch.isAfter = purpose.isAfter;
  watches.push_back(std::move(watch));
  purposes.push_back(purpose);
}

void ValueReader::askFor(size_t number) {
  EntryId entry = recorded.trace.event(wanted[number].event).entry;
  const Place &place = placeOf(entry);
  std::vector<OperandValue> &values = wanted[number].values;
  values.resize(place.compiled.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!place.compiled[i])
      continue;
    values[i].type = place.compiled[i]->type;
    const Operand &operand = place.operands.operands[i];
    if (operand.isRead || (operand.isWritten && asksForOverwritten))
      ask({number, i, false}, *place.compiled[i], entry);
    if (operand.isWritten)
      ask({number, i, true}, *place.compiled[i], entry);
  }
}

/// False if there are no values.
bool ValueReader::execute() {
  LaunchSpec launch = recorded.launch;
  launch.flow = Flow::Trace;
  launch.watches =
      std::make_shared<const std::vector<Watch>>(std::move(watches));
  if (llvm::Error error = recorded.prepareRun()) {
    llvm::consumeError(std::move(error));
    return false;
  }
  EventSet all(recorded.trace.size(), true);
  auto result = recorded.engine.engine->execute(launch, recorded.trace, all);
  if (!result) {
    llvm::consumeError(result.takeError());
    return false;
  }
  for (size_t i = 0; i < result->values.size(); ++i) {
    const Purpose &purpose = purposes[i];
    OperandValue &value = wanted[purpose.wanted].values[purpose.operand];
    (purpose.isAfter ? value.after : value.before) =
        std::move(result->values[i].bytes);
  }
  return true;
}

bool ValueReader::readAll() {
  bool isDebugger = recorded.engine.description.name == "lldb";
  if (isDebugger && recorded.trace.size() > longestDebuggedTrace)
    return false;
  for (size_t i = 0; i < wanted.size(); ++i)
    askFor(i);
  return !watches.empty() && execute();
}

/// None: it writes no variable, or one that can't be read.
std::optional<bool> ValueReader::isUnchanged(const Wanted &each) {
  EntryId entry = recorded.trace.event(each.event).entry;
  llvm::ArrayRef<Operand> operands = placeOf(entry).operands.operands;
  std::optional<bool> unchanged;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].isWritten)
      continue;
    const OperandValue &value = each.values[i];
    if (!value.before || !value.after)
      return std::nullopt;
    unchanged = unchanged.value_or(true) && *value.before == *value.after;
  }
  return unchanged;
}

std::map<uint32_t, bool> ValueReader::runForUnchanged() {
  std::map<uint32_t, bool> found;
  asksForOverwritten = true;
  if (!readAll())
    return found;
  for (const Wanted &each : wanted)
    if (std::optional<bool> unchanged = isUnchanged(each))
      found[static_cast<uint32_t>(each.event)] = *unchanged;
  return found;
}

ValuesOfEvents ValueReader::run() {
  ValuesOfEvents described;
  if (!readAll())
    return described;
  for (const Wanted &each : wanted) {
    EntryId entry = recorded.trace.event(each.event).entry;
    EventValues values = describeValues(recorded.table.unitOf(entry),
                                        placeOf(entry).operands, each.values);
    if (!values.read.empty() || !values.written.empty())
      described[static_cast<uint32_t>(each.event)] = std::move(values);
  }
  return described;
}

} // namespace

ValuesOfEvents pinstripe::readRecordedValues(RecordedCase &recorded,
                                             const EventSet &events) {
  return ValueReader(recorded, events).run();
}

std::map<uint32_t, bool> pinstripe::findUnchanged(RecordedCase &recorded,
                                                  const EventSet &events) {
  return ValueReader(recorded, events).runForUnchanged();
}
