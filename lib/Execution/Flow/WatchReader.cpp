// Reads watched values from the memory of a stopped program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/WatchReader.h"
#include <algorithm>
#include <cstring>

using namespace pinstripe;

void pinstripe::clearPadding(const LocationProgram &location,
                             std::string &bytes) {
  for (const ByteRange &range : location.padding)
    for (size_t i = range.begin; i < range.end && i < bytes.size(); ++i)
      bytes[i] = 0;
}

namespace {

/// Evaluates one location.
class Evaluation {
public:
  Evaluation(const LocationProgram &location, uint64_t frame,
             const ProcessView &view)
      : location(location), frame(frame), view(view) {}

  std::optional<std::string> value();

private:
  bool run();
  bool load(const LocationStep &step);
  std::optional<std::string> read(uint64_t address, uint64_t size) const;
  std::optional<std::string> readText(uint64_t address) const;

  const LocationProgram &location;
  uint64_t frame;
  const ProcessView &view;
  std::vector<uint64_t> stack;
};

std::optional<std::string> Evaluation::read(uint64_t address,
                                            uint64_t size) const {
  std::string bytes(size, 0);
  if (!view.memory.read(
          address, {reinterpret_cast<uint8_t *>(bytes.data()), bytes.size()}))
    return std::nullopt;
  return bytes;
}

bool Evaluation::load(const LocationStep &step) {
  auto bytes = read(stack.back(), step.size);
  if (!bytes)
    return false;
  uint64_t word = 0;
  std::memcpy(&word, bytes->data(), std::min<size_t>(8, bytes->size()));
  unsigned shift = 64 - 8 * step.size;
  if (step.kind == LocationStep::Kind::LoadSigned)
    word = static_cast<uint64_t>(static_cast<int64_t>(word << shift) >> shift);
  stack.back() = word;
  return true;
}

bool Evaluation::run() {
  for (const LocationStep &step : location.steps) {
    auto number = static_cast<uint64_t>(step.number);
    switch (step.kind) {
    case LocationStep::Kind::Frame:
      stack.push_back(frame + number);
      break;
    case LocationStep::Kind::Address:
      stack.push_back(view.toRunTime(number));
      break;
    case LocationStep::Kind::Push:
      stack.push_back(number);
      break;
    case LocationStep::Kind::Add:
      stack.back() += number;
      break;
    case LocationStep::Kind::AddScaled: {
      uint64_t index = stack.back();
      stack.pop_back();
      stack.back() += index * number;
      break;
    }
    case LocationStep::Kind::Load:
    case LocationStep::Kind::LoadSigned:
      if (!load(step))
        return false;
      break;
    }
  }
  return true;
}

/// Reads byte by byte, since a string may end just before unreadable memory.
std::optional<std::string> Evaluation::readText(uint64_t address) const {
  std::string text;
  while (text.size() < location.size) {
    auto byte = read(address + text.size(), 1);
    if (!byte)
      return std::nullopt;
    if (byte->front() == 0)
      break;
    text += *byte;
  }
  return text;
}

std::optional<std::string> Evaluation::value() {
  using Extent = LocationProgram::Extent;
  if (!run())
    return std::nullopt;
  uint64_t address = stack.back();
  switch (location.extent) {
  case Extent::Fixed: {
    auto bytes = read(address, location.size);
    if (bytes)
      clearPadding(location, *bytes);
    return bytes;
  }
  case Extent::Word:
    return std::string(reinterpret_cast<const char *>(&address),
                       sizeof address);
  case Extent::Pointed:
    if (address == 0)
      return std::string(1, 0);
    return readText(address);
  case Extent::Terminated:
    return readText(address);
  case Extent::Counted: {
    auto data = view.memory.readWord(address);
    auto length = view.memory.readWord(address + 8);
    if (!data || !length)
      return std::nullopt;
    return read(*data, std::min<uint64_t>(*length, location.size));
  }
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> pinstripe::readValue(const LocationProgram &location,
                                                uint64_t frame,
                                                const ProcessView &view) {
  return Evaluation(location, frame, view).value();
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
  auto entry = static_cast<uint32_t>(trace.event(event).entry);
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
