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

/// The debugger takes a millisecond an event.
static constexpr size_t longestDebuggedTrace = 5000;

ValuesOfEvents pinstripe::readRecordedValues(RecordedCase &recorded,
                                             const EventSet &events) {
  ValuesOfEvents described;
  bool isDebugger = recorded.engine.description.name == "lldb";
  if (isDebugger && recorded.trace.size() > longestDebuggedTrace)
    return described;
  std::vector<EventIndex> wanted;
  for (unsigned event : events.set_bits())
    if (wanted.size() < mostEventsWithValues)
      wanted.push_back(EventIndex{event});
  OperandReader reader(recorded);
  for (const EventOperands &each : reader.read(wanted, /*withPlaces=*/false)) {
    EntryId entry = recorded.trace.event(each.event).entry;
    EventValues values = describeValues(recorded.table.unitOf(entry),
                                        reader.operandsAt(entry), each.values);
    if (!values.read.empty() || !values.written.empty())
      described[static_cast<uint32_t>(each.event)] = std::move(values);
  }
  return described;
}
