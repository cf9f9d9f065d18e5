// Reads watched values from the memory of a stopped program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/WatchReader.h"
#include <algorithm>

using namespace pinstripe;

void pinstripe::clearPadding(const LocationProgram &location,
                             std::string &bytes) {
  for (const ByteRange &range : location.padding)
    for (size_t i = range.begin; i < range.end && i < bytes.size(); ++i)
      bytes[i] = 0;
}

namespace {

struct MemoryOfProcess {
  const ProcessView &view;
  bool read(void *to, uint64_t from, uint64_t size) const {
    return view.memory.read(from, {static_cast<uint8_t *>(to), size});
  }
  uint64_t toRunTime(uint64_t address) const { return view.toRunTime(address); }
};

} // namespace

std::optional<std::string> pinstripe::readValue(const LocationProgram &location,
                                                uint64_t frame,
                                                const ProcessView &view) {
  std::string bytes(std::max<size_t>(location.size, sizeof(uint64_t)), 0);
  uint32_t size = 0;
  MemoryOfProcess memory{view};
  if (!LocationReader(memory, frame)
           .readValue(location.steps.data(), location.steps.size(),
                      location.extent, location.size,
                      reinterpret_cast<uint8_t *>(bytes.data()), size))
    return std::nullopt;
  bytes.resize(size);
  clearPadding(location, bytes);
  return bytes;
}

WatchReader::WatchReader(WatchList theWatches, const Trace &trace)
    : watches(std::move(theWatches)), trace(trace) {
  if (!watches)
    return;
  values.resize(watches->size());
  for (uint32_t i = 0; i < watches->size(); ++i) {
    const Watch &watch = (*watches)[i];
    for (uint32_t j = 0; j < watch.places.size(); ++j) {
      if (!watch.event)
        atEntry[static_cast<uint32_t>(watch.places[j].entry)].push_back({i, j});
      else
        (watch.isAfter ? afterEvent
                       : beforeEvent)[static_cast<uint32_t>(*watch.event)]
            .push_back({i, j});
    }
  }
}

void WatchReader::note(const Asked &asked, uint64_t frame,
                       const ProcessView &view) {
  const Watch &watch = (*watches)[asked.watch];
  WatchedValue &value = values[asked.watch];
  ++value.executions;
  if (watch.instance == 0 || watch.instance == value.executions)
    value.bytes = readValue(watch.places[asked.place].location, frame, view);
}

void WatchReader::begin(EventIndex event, uint64_t frame,
                        const ProcessView &view) {
  if (isEmpty())
    return;
  auto entry = static_cast<uint32_t>(trace.entryOf(event));
  for (const Asked &asked : atEntry.lookup(entry))
    note(asked, frame, view);
  for (const Asked &asked : beforeEvent.lookup(static_cast<uint32_t>(event)))
    note(asked, frame, view);
}

void WatchReader::end(EventIndex event, uint64_t frame,
                      const ProcessView &view) {
  if (isEmpty())
    return;
  for (const Asked &asked : afterEvent.lookup(static_cast<uint32_t>(event)))
    note(asked, frame, view);
}
