// Finds what library functions without a model do, by comparing memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model describes which memory a library function reads and writes. For a
// function without a model, the objects that the call can reach count as read.
// These are the objects to which the arguments point. The objects to which
// pointers in these objects point are included, too. The parts of the objects
// that differ after the call count as written.
//
// The sizes of objects are guesses. An object in the caller's frame is taken to
// fill the rest of the frame. A heap block has the size that malloc has noted.
// Any other object is taken to have 256 bytes.

#include "Library.h"

namespace pinstripe::native {

namespace {

constexpr uint64_t wordSize = 8;
/// Maximum number of bytes that are compared in one object; the rest of a
/// larger object is ignored.
constexpr uint64_t maxBytes = 4096;
/// The assumed size in bytes of an object whose real size is unknown.
constexpr uint64_t guessedBytes = 256;
/// Maximum number of objects whose contents before and after a library call are
/// compared. The limit keeps the time short.
constexpr uint32_t maxObjects = 40;
/// Maximum number of pointers that are followed in one object, to limit the
/// time.
constexpr uint64_t maxPointers = 64;
/// The range of numbers that may be pointers of the program. Lower numbers are
/// taken for small integers, and higher ones for addresses of the kernel.
constexpr uint64_t lowestPointer = 0x10000, highestPointer = 0x7fffffffffff;

/// Returns a word whose first `size` bytes are those of `bytes` and whose other
/// bytes are 0.
uint64_t wordIn(const uint8_t *bytes, uint64_t size) {
  uint64_t word = 0;
  for (uint64_t i = 0; i < size; ++i)
    word |= uint64_t(bytes[i]) << 8 * i;
  return word;
}

/// Copies the memory to which the arguments of a library call lead. This is
/// done before the call, so that changes can be seen after it.
class Observer {
public:
  Observer(PendingCall &call, uint64_t frame)
      : state(libraryState()), call(call), frame(frame) {}

  void run() {
    for (uint64_t argument : call.arguments)
      addObject(argument);
    // Pointers are followed only in objects to which an argument of the call
    // points. They are not followed in the objects that are found in this way.
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
      return address < frame ? smaller(frame - address, maxBytes)
                             : guessedBytes;
    uint64_t block = address % 16 == 0 ? heapBlockSize(address) : 0;
    // glibc's malloc notes the size of each heap block in the word before it: a
    // multiple of 16, plus three bits of flags. If that word has another form,
    // there is no heap block at this address.
    bool isBlock = block >= 24 && block <= (1 << 20) && (block + 8) % 16 == 0;
    return isBlock ? smaller(block, maxBytes) : guessedBytes;
  }

  bool isKnown(uint64_t address) const {
    for (uint32_t i = call.firstSnapshot; i < state.snapshots; ++i)
      if (address - state.snapshot[i].address < state.snapshot[i].size)
        return true;
    return false;
  }

  void addObject(uint64_t address) {
    bool isPointer = address >= lowestPointer && address <= highestPointer;
    bool isFull = state.snapshots == maxSnapshots ||
                  state.snapshots - call.firstSnapshot == maxObjects;
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
    uint64_t words = smaller(snapshot.size / wordSize, maxPointers);
    for (uint64_t i = 0; i < words; ++i) {
      addObject(wordIn(state.bytes + snapshot.place + i * wordSize, wordSize));
    }
  }

  LibraryState &state;
  PendingCall &call;
  uint64_t frame;
};

/// Compares the copy of an object with its present contents, after a library
/// call. Adds each word that has changed to the ranges of memory that the call
/// has written.
void addChanges(const LibraryState &state, const Snapshot &snapshot) {
  // The bytes [begin, end) of the object have changed and are not yet added.
  // The next word joins this range if it has changed, too.
  uint64_t begin = 0, end = 0;
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

void observeAfter(const PendingCall &call) {
  DelayedSignals none;
  const LibraryState &state = libraryState();
  for (uint32_t i = call.firstSnapshot; i < state.snapshots; ++i)
    addChanges(state, state.snapshot[i]);
}

} // namespace pinstripe::native
