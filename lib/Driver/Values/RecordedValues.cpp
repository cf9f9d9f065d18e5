// Reads the values of variables in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Values/RecordedValues.h"
#include "Values/StatementValues.h"

using namespace pinstripe;

/// The largest number of events of a run in which the LLDB engine reads values,
/// since it stops at each event.
static constexpr size_t longestDebuggedTrace = 5000;

static std::vector<EventOperands> readOperands(OperandReader &reader,
                                               const RunnableCase &runnable,
                                               const EventSet &events,
                                               OperandQuestions questions) {
  bool isDebugged = runnable.runner.engine().traits().stopsAtEachEvent;
  if (isDebugged && runnable.recorded.trace.size() > longestDebuggedTrace)
    return {};
  std::vector<EventIndex> wanted;
  for (EventIndex event : events)
    if (wanted.size() < maxEventsWithValues)
      wanted.push_back(event);
  return reader.read(wanted, questions);
}

ValuesOfEvents pinstripe::readRecordedValues(const RunnableCase &runnable,
                                             const EventSet &events) {
  ValuesOfEvents described;
  OperandReader reader(runnable);
  for (const EventOperands &each :
       readOperands(reader, runnable, events, OperandQuestions{})) {
    EntryId entry = runnable.recorded.trace.event(each.event).entry;
    EventValues values = describeValues(runnable.recorded.table.unitOf(entry),
                                        reader.operandsAt(entry), each.values);
    if (!values.read.empty() || !values.written.empty())
      described[static_cast<uint32_t>(each.event)] = std::move(values);
  }
  return described;
}

/// Returns true if an event left all variables that it writes as they were.
/// Returns nullopt if it writes no variable, or if one of them can't be read.
static std::optional<bool> isUnchanged(const StatementVariables &operands,
                                       const EventOperands &event) {
  std::optional<bool> unchanged;
  for (size_t i = 0; i < operands.variables.size(); ++i) {
    if (!operands.variables[i].isWritten)
      continue;
    const OperandValue &value = event.values[i];
    if (!value.before || !value.after)
      return std::nullopt;
    unchanged = unchanged.value_or(true) && *value.before == *value.after;
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
    EntryId entry = runnable.recorded.trace.event(each.event).entry;
    if (std::optional<bool> unchanged =
            isUnchanged(reader.operandsAt(entry), each))
      found[static_cast<uint32_t>(each.event)] = *unchanged;
  }
  return found;
}
