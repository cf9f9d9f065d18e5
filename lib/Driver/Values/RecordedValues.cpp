// Reads the values of variables in the recorded run, so that reports can show
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Values/RecordedValues.h"
#include "Values/StatementValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// An engine that stops at each event reads values only in runs whose stops
/// take at most this number of microseconds.
static constexpr size_t maxMicrosecondsOfRun = 2'500'000;

static std::vector<EventOperands> readOperands(OperandReader &reader,
                                               const RunnableCase &runnable,
                                               const EventSet &events,
                                               OperandQuestions questions) {
  EngineTraits engine = runnable.runner.engine().traits();
  if (runnable.recorded.trace.size() * engine.stopMicroseconds >
      maxMicrosecondsOfRun)
    return {};
  std::vector<EventIndex> wanted;
  size_t left = events.count();
  for (EventIndex event : events)
    if (left-- <= maxEventsWithValues)
      wanted.push_back(event);
  return reader.read(wanted, questions);
}

ValuesOfEvents pinstripe::readRecordedValues(const RunnableCase &runnable,
                                             const EventSet &events) {
  ValuesOfEvents described;
  OperandReader reader(runnable);
  OperandQuestions questions;
  questions.contents = true;
  for (EventOperands &each :
       readOperands(reader, runnable, events, questions)) {
    EntryId entry = runnable.recorded.trace.entryOf(each.event);
    EventValues values = describeValues(runnable.recorded.table.unitOf(entry),
                                        reader.operandsAt(entry), each);
    if (!values.read.empty() || !values.written.empty())
      described[static_cast<uint32_t>(each.event)] = std::move(values);
  }
  return described;
}

/// Returns true if a value of the type has parts elsewhere in memory. For
/// example, a container has its elements elsewhere.
static bool hasContent(const ValueType &type) {
  return type.content ||
         llvm::any_of(type.members,
                      [](const ValueType::Member &member) {
                        return hasContent(*member.type);
                      }) ||
         (type.element && hasContent(*type.element));
}

/// Returns true if an event (execution of a statement) did not change the
/// values of the variables that it writes. Returns nullopt if the event writes
/// no variable, or if it is not known whether a written variable has changed.
static std::optional<bool> isUnchanged(const StatementVariables &operands,
                                       const EventOperands &event) {
  std::optional<bool> unchanged;
  for (size_t i = 0; i < operands.variables.size(); ++i) {
    if (!operands.variables[i].isWritten)
      continue;
    const OperandValue &value = event.values[i];
    if (!value.before || !value.after)
      return std::nullopt;
    bool isSame = *value.before == *value.after;
    // The elements of a container are elsewhere in memory, so they may have
    // changed even if the bytes of the container itself are the same.
    if (isSame && value.type && hasContent(*value.type))
      return std::nullopt;
    unchanged = unchanged.value_or(true) && isSame;
  }
  return unchanged;
}

std::map<uint32_t, bool> pinstripe::findUnchanged(const RunnableCase &runnable,
                                                  const EventSet &events) {
  std::map<uint32_t, bool> found;
  OperandReader reader(runnable);
  OperandQuestions questions;
  questions.overwritten = true;
  for (const EventOperands &each :
       readOperands(reader, runnable, events, questions)) {
    EntryId entry = runnable.recorded.trace.entryOf(each.event);
    if (std::optional<bool> unchanged =
            isUnchanged(reader.operandsAt(entry), each))
      found[static_cast<uint32_t>(each.event)] = *unchanged;
  }
  return found;
}
