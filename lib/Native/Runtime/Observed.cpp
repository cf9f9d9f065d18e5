//===- Observed.cpp - Effects of functions that nobody knows --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the arguments of a call point to, and the pointers in there, counts as
// read; what of it has changed when the call is over was written. How large
// things are is a guess: the rest of the frame for what lies in it, malloc's
// note for what may be a heap block, a few words for anything else.
//
//===----------------------------------------------------------------------===//

#include "Library.h"

namespace pinstripe::native {

namespace {

constexpr uint64_t wordSize = 8;
constexpr uint64_t mostBytes = 4096;  ///< of one thing
constexpr uint64_t fewBytes = 256;    ///< of one whose size nothing tells
constexpr uint32_t mostThings = 40;   ///< of one call
constexpr uint64_t mostPointers = 64; ///< looked at in one thing
/// Neither small numbers nor what only the kernel has.
constexpr uint64_t lowestPointer = 0x10000, highestPointer = 0x7fffffffffff;

uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

/// The first `size` bytes of a word, at most all of them.
uint64_t wordIn(const uint8_t *bytes, uint64_t size) {
  uint64_t word = 0;
  for (uint64_t i = 0; i < size; ++i)
    word |= uint64_t(bytes[i]) << 8 * i;
  return word;
}

/// Takes snapshots for one call.
class Observer {
public:
  Observer(PendingCall &call, uint64_t frame)
      : state(libraryState()), call(call), frame(frame) {}

  void run() {
    for (uint64_t argument : call.arguments)
      addThing(argument);
    // By number: what is added now is not looked into.
    uint32_t direct = state.snapshots;
    for (uint32_t i = call.firstSnapshot; i < direct; ++i)
      addPointers(state.snapshot[i]);
    for (uint32_t i = call.firstSnapshot; i < state.snapshots; ++i)
      addRange(RangeKind::Read, state.snapshot[i].address,
               state.snapshot[i].size);
  }

private:
  uint64_t sizeAt(uint64_t address) const {
    bool isOnStack = address >= call.stackPointer &&
                     address - call.stackPointer < (uint64_t(8) << 20);
    if (isOnStack)
      return address < frame ? smaller(frame - address, mostBytes) : fewBytes;
    uint64_t block = address % 16 == 0 ? heapBlockSize(address) : 0;
    // A header has the size of a multiple of 16, and three bits.
    bool isBlock = block >= 24 && block <= (1 << 20) && (block + 8) % 16 == 0;
    return isBlock ? smaller(block, mostBytes) : fewBytes;
  }

  bool isKnown(uint64_t address) const {
    for (uint32_t i = call.firstSnapshot; i < state.snapshots; ++i)
      if (address - state.snapshot[i].address < state.snapshot[i].size)
        return true;
    return false;
  }

  void addThing(uint64_t address) {
    bool isPointer = address >= lowestPointer && address <= highestPointer;
    bool isFull = state.snapshots == mostSnapshots ||
                  state.snapshots - call.firstSnapshot == mostThings;
    if (!isPointer || isFull || isKnown(address))
      return;
    Snapshot &snapshot = state.snapshot[state.snapshots];
    uint64_t size =
        smaller(sizeAt(address), snapshotBytes - state.snapshotBytesUsed);
    snapshot.address = address;
    snapshot.place = state.snapshotBytesUsed;
    snapshot.size = copyGuarded(state.bytes + snapshot.place, address, size);
    if (snapshot.size == 0)
      return;
    state.snapshotBytesUsed += snapshot.size;
    ++state.snapshots;
  }

  void addPointers(const Snapshot &snapshot) {
    uint64_t words = smaller(snapshot.size / wordSize, mostPointers);
    for (uint64_t i = 0; i < words; ++i) {
      addThing(wordIn(state.bytes + snapshot.place + i * wordSize, wordSize));
    }
  }

  LibraryState &state;
  PendingCall &call;
  uint64_t frame;
};

/// Tells the parts that differ, in whole words.
void addChanges(const LibraryState &state, const Snapshot &snapshot) {
  uint64_t begin = 0, end = 0; // of a part
  for (uint64_t at = 0; at < snapshot.size; at += wordSize) {
    uint64_t now = 0;
    uint64_t size = smaller(wordSize, snapshot.size - at);
    if (copyGuarded(&now, snapshot.address + at, size) != size)
      break;
    if (now == wordIn(state.bytes + snapshot.place + at, size))
      continue;
    if (end != at) {
      addRange(RangeKind::Write, snapshot.address + begin, end - begin);
      begin = at;
    }
    end = at + size;
  }
  addRange(RangeKind::Write, snapshot.address + begin, end - begin);
}

} // namespace

class DelayedSignals {
public:
  DelayedSignals() { holdSignals(); }
  ~DelayedSignals() { releaseSignals(); }
  DelayedSignals(const DelayedSignals &) = delete;
  DelayedSignals &operator=(const DelayedSignals &) = delete;
};

void observeBefore(PendingCall &call, uint64_t frame) {
  call.integers = 6;
  call.vectors = 8;
  DelayedSignals none;
  Observer(call, frame).run();
}

void observeBehind(const PendingCall &call) {
  DelayedSignals none;
  const LibraryState &state = libraryState();
  for (uint32_t i = call.firstSnapshot; i < state.snapshots; ++i)
    addChanges(state, state.snapshot[i]);
}

} // namespace pinstripe::native
