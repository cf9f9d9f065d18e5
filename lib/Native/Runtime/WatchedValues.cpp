// Reads watched values (those that `--watch` compares) inside the process under
// test.
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

struct OwnMemory {
  bool read(void *to, uint64_t from, uint64_t size) const {
    return copyBytes(to, from, size) == 0;
  }
  uint64_t toRunTime(uint64_t address) const { return address; }
};

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
    OwnMemory memory;
    bool isKnown = LocationReader(memory, frame)
                       .readValue(tableAt<LocationStep>(watchStepsAddress) +
                                      record.firstStep,
                                  record.steps, record.extent, record.size,
                                  bytes, slot.size);
    slot.knownPlace = isKnown ? record.place + 1 : 0;
    if (!isKnown)
      slot.size = 0;
  }
  publish(record.slot);
}

/// Reads the values that the WatchRecords with the key `key` ask for. A key
/// stands for an event or for a statement. Looks only at the records with the
/// indices [begin, end), which are sorted by key.
void noteAll(uint32_t begin, uint32_t end, uint64_t key, uint64_t frame) {
  uint32_t first = begin, after = end;
  while (first < after) {
    uint32_t middle = first + (after - first) / 2;
    if (records()[middle].key < key)
      first = middle + 1;
    else
      after = middle;
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
  noteAll(0, setup().entryWatches, entryNumber(position), frame);
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
