// Reads watched values inside the target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WatchedValues.h"

namespace pinstripe::native {

namespace {

const WatchRecord *records() {
  return tableAt<WatchRecord>(watchRecordsAddress);
}
WatchSlot &slotAt(uint64_t base, uint32_t number) {
  return tableAt<WatchSlot>(base)[number];
}

/// Reads memory of the program. Returns false if it is not readable.
bool read(void *to, uint64_t from, uint64_t size) {
  return copyBytes(to, from, size) == 0;
}

bool load(const WatchStep &step, uint64_t &top) {
  uint64_t word = 0;
  if (!read(&word, top, step.size))
    return false;
  unsigned shift = 64 - 8 * step.size;
  if (step.kind == WatchStepKind::LoadSigned)
    word = static_cast<uint64_t>(static_cast<int64_t>(word << shift) >> shift);
  top = word;
  return true;
}

/// Computes the address of a watched value. Returns false if memory on the way
/// is not readable.
bool locate(const WatchRecord &record, uint64_t frame, uint64_t &address) {
  uint64_t stack[watchStackSize];
  uint64_t *top = stack - 1;
  const WatchStep *steps =
      tableAt<WatchStep>(watchStepsAddress) + record.firstStep;
  for (uint32_t i = 0; i < record.steps; ++i) {
    const WatchStep &step = steps[i];
    switch (step.kind) {
    case WatchStepKind::Frame:
      *++top = frame + step.number;
      break;
    case WatchStepKind::Push:
      *++top = step.number;
      break;
    case WatchStepKind::Add:
      *top += step.number;
      break;
    case WatchStepKind::AddScaled:
      --top;
      *top += top[1] * step.number;
      break;
    case WatchStepKind::Load:
    case WatchStepKind::LoadSigned:
      if (!load(step, *top))
        return false;
      break;
    }
  }
  address = *top;
  return true;
}

/// Reads a string byte by byte, since its final zero may be the last readable
/// byte.
bool readText(uint8_t *bytes, uint64_t address, uint32_t maxSize,
              uint32_t &size) {
  for (size = 0; size < maxSize; ++size) {
    if (!read(bytes + size, address + size, 1))
      return false;
    if (bytes[size] == 0)
      break;
  }
  return true;
}

bool readCounted(uint8_t *bytes, uint64_t address, uint32_t maxSize,
                 uint32_t &size) {
  uint64_t data = 0, length = 0;
  if (!read(&data, address, sizeof data) ||
      !read(&length, address + sizeof data, sizeof length))
    return false;
  size = length < maxSize ? static_cast<uint32_t>(length) : maxSize;
  return read(bytes, data, size);
}

bool readValue(const WatchRecord &record, uint64_t frame, uint8_t *bytes,
               uint32_t &size) {
  uint64_t address = 0;
  if (!locate(record, frame, address))
    return false;
  switch (record.extent) {
  case WatchExtent::Fixed:
    size = record.size;
    return read(bytes, address, size);
  case WatchExtent::Word:
    size = sizeof address;
    return read(bytes, reinterpret_cast<uint64_t>(&address), size);
  case WatchExtent::Pointed:
    if (address == 0) {
      bytes[0] = 0;
      size = 1;
      return true;
    }
    return readText(bytes, address, record.size, size);
  case WatchExtent::Terminated:
    return readText(bytes, address, record.size, size);
  case WatchExtent::Counted:
    return readCounted(bytes, address, record.size, size);
  }
  return false;
}

void publish(uint32_t number) {
  const WatchSlot &slot = slotAt(watchStateAddress, number);
  WatchSlot &shared = slotAt(watchResultsAddress, number);
  shared = slot;
  copyBytes(&at<uint8_t>(watchResultsAddress + slot.bytes),
            watchStateAddress + slot.bytes, slot.size);
}

void note(const WatchRecord &record, uint64_t frame) {
  WatchSlot &slot = slotAt(watchStateAddress, record.slot);
  slot.bytes = record.bytes;
  ++slot.executions;
  if (record.instance == 0 || record.instance == slot.executions) {
    slot.size = 0;
    uint8_t *bytes = &at<uint8_t>(watchStateAddress + slot.bytes);
    bool isKnown = readValue(record, frame, bytes, slot.size);
    slot.knownPlace = isKnown ? record.place + 1 : 0;
    if (!isKnown)
      slot.size = 0;
  }
  publish(record.slot);
}

/// Reads the values of all records in [begin, end) with this key. The range is
/// sorted.
void noteAll(uint32_t begin, uint32_t end, uint64_t key, uint64_t frame) {
  uint32_t first = begin, behind = end;
  while (first < behind) {
    uint32_t middle = first + (behind - first) / 2;
    if (records()[middle].key < key)
      first = middle + 1;
    else
      behind = middle;
  }
  for (; first < end && records()[first].key == key; ++first)
    note(records()[first], frame);
}

void noteEvent(uint32_t position, bool isAfter, uint64_t frame) {
  noteAll(setup().entryWatches, setup().watchRecords,
          watchKeyOf(position, isAfter), frame);
}

} // namespace

void watchBegin(uint32_t position, uint64_t frame) {
  if (!hasWatches())
    return;
  noteAll(0, setup().entryWatches, tableAt<uint32_t>(unitsAddress)[position],
          frame);
  noteEvent(position, false, frame);
}

void watchEnd(const Activation &activation, uint64_t frame) {
  if (!hasWatches() || activation.isLeaving ||
      activation.kind != ActivationKind::Matched ||
      runState().position == activation.begin)
    return;
  noteEvent(runState().position - 1, true, frame);
}

void publishWatches() {
  for (uint32_t i = 0; i < setup().watchSlots; ++i)
    publish(i);
}

} // namespace pinstripe::native
