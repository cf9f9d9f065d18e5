//===- RecordedValues.cpp - Values of the recorded run --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/RecordedValues.h"
#include "StatementValues.h"

using namespace pinstripe;

/// A debugger stops at each event.
static constexpr size_t longestDebuggedTrace = 5000;

static std::vector<EventOperands> readOperands(OperandReader &reader,
                                               const RecordedCase &recorded,
                                               const EventSet &events,
                                               OperandQuestions questions) {
  bool isDebugger = recorded.engine.description.name == "lldb";
  if (isDebugger && recorded.trace.size() > longestDebuggedTrace)
    return {};
  std::vector<EventIndex> wanted;
  for (unsigned event : events.set_bits())
    if (wanted.size() < mostEventsWithValues)
      wanted.push_back(EventIndex{event});
  return reader.read(wanted, questions);
}

ValuesOfEvents pinstripe::readRecordedValues(RecordedCase &recorded,
                                             const EventSet &events) {
  ValuesOfEvents described;
  OperandReader reader(recorded);
  for (const EventOperands &each :
       readOperands(reader, recorded, events, OperandQuestions{})) {
    EntryId entry = recorded.trace.event(each.event).entry;
    EventValues values = describeValues(recorded.table.unitOf(entry),
                                        reader.operandsAt(entry), each.values);
    if (!values.read.empty() || !values.written.empty())
      described[static_cast<uint32_t>(each.event)] = std::move(values);
  }
  return described;
}

/// None: it writes no variable, or one that can't be read.
static std::optional<bool> isUnchanged(const StatementOperands &operands,
                                       const EventOperands &event) {
  std::optional<bool> unchanged;
  for (size_t i = 0; i < operands.operands.size(); ++i) {
    if (!operands.operands[i].isWritten)
      continue;
    const OperandValue &value = event.values[i];
    if (!value.before || !value.after)
      return std::nullopt;
    unchanged = unchanged.value_or(true) && *value.before == *value.after;
  }
  return unchanged;
}

std::map<uint32_t, bool> pinstripe::findUnchanged(RecordedCase &recorded,
                                                  const EventSet &events) {
  std::map<uint32_t, bool> found;
  OperandReader reader(recorded);
  OperandQuestions questions;
  questions.overwritten = true;
  for (const EventOperands &each :
       readOperands(reader, recorded, events, questions)) {
    EntryId entry = recorded.trace.event(each.event).entry;
    if (std::optional<bool> unchanged =
            isUnchanged(reader.operandsAt(entry), each))
      found[static_cast<uint32_t>(each.event)] = *unchanged;
  }
  return found;
}
