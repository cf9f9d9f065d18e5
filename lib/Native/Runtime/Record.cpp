// Writes the raw trace inside the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The raw trace is the log of a recording. Hooks by themselves write the
// records of statements and of function exits; this code writes the rarer
// records. The tool reads the raw trace while the program runs. The tag of a
// record shows that the record is complete. So the tag is written last.

#include "Runtime.h"

namespace pinstripe::native {

namespace {

constexpr uint64_t entryRecordSize = 24;
constexpr uint64_t exitRecordSize = 16;
constexpr uint64_t unitRecordSize = 8;
static_assert(entryRecordSize < chunkSlack && exitRecordSize < chunkSlack);

void write32(uint64_t address, uint32_t value) {
  at<volatile uint32_t>(address) = value;
}

uint32_t markTag(RawMark mark) {
  return static_cast<uint32_t>(RecordTag::Other) | static_cast<uint32_t>(mark);
}

void beginChunk(uint64_t number) {
  ProcessState &state = processState();
  state.chunk = number;
  state.cursor = ringAddress + number % setup().chunks * chunkSize;
  uint64_t slack = state.mode == RunMode::DetailedRecording ? detailedChunkSlack
                                                            : chunkSlack;
  state.chunkEnd = state.cursor + chunkSize - slack;
}

/// Begins the next chunk of the raw trace (the log of a recording, a ring of
/// chunks). If all chunks are full, waits until the tool has read one. The wait
/// is a busy loop, because the program may have forbidden itself all system
/// calls.
void nextChunk() {
  ProcessState &state = processState();
  ServerControl &control = currentServer();
  write32(state.cursor + 4, markTag(RawMark::ChunkEnd));
  uint64_t number = state.chunk + 1;
  __atomic_store_n(&control.chunksWritten, number, __ATOMIC_RELEASE);
  while (number - __atomic_load_n(&control.chunksRead, __ATOMIC_ACQUIRE) >=
         setup().chunks)
    __builtin_ia32_pause();
  beginChunk(number);
}

uint64_t room() {
  ProcessState &state = processState();
  if (state.cursor >= state.chunkEnd)
    nextChunk();
  return state.cursor;
}

} // namespace

void startRecording() {
  runState() = RunState{};
  runState().last = none;
  processState().mode = setup().mode;
  if (setup().exchanges != 0)
    chooseMutation();
  beginChunk(0);
}

void recordEntry(const HookRecord &hook, uint32_t index, uint64_t sp,
                 uint64_t fp) {
  uint64_t place = room();
  at<uint64_t>(place + 8) = sp;
  at<uint64_t>(place + 16) = fp;
  write32(place + 4, static_cast<uint32_t>(RecordTag::Enter) | (index + 1));
  processState().cursor = place + entryRecordSize;
  poisonFrame(
      sp, tableAt<FunctionRecord>(functionsAddress)[hook.function].frameSize);
}

void recordArrival(uint32_t index, uint64_t fp) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  bool isExit = (hook.flags & hookIsExit) != 0;
  RecordTag tag = isExit ? RecordTag::Exit : RecordTag::Unit;
  uint64_t place = room();
  write32(place, static_cast<uint32_t>(fp));
  write32(place + 4, static_cast<uint32_t>(tag) | (index + 1));
  processState().cursor = place + unitRecordSize;
}

void recordExitFunction(const HookFrame &frame) {
  uint64_t place = room();
  at<uint64_t>(place + 8) = frame.registers.value[RSP];
  write32(place + 4, markTag(RawMark::ExitFunction));
  processState().cursor = place + exitRecordSize;
}

void recordWords(RawMark mark, const uint64_t *words, uint32_t count) {
  ProcessState &state = processState();
  uint64_t size = sizeof(uint64_t) * (uint64_t(count) + 1);
  // The bytes after chunkEnd are reserved for hooks of basic blocks. Such a
  // hook checks only once whether there is room, and then writes several words.
  // All other records must end before chunkEnd.
  if (room() + size > state.chunkEnd)
    nextChunk();
  uint64_t place = state.cursor;
  for (uint32_t i = 0; i < count; ++i)
    at<volatile uint64_t>(place + 8 * (uint64_t(i) + 1)) = words[i];
  write32(place, count);
  write32(place + 4, markTag(mark));
  state.cursor = place + size;
}

/// Called by a hook if the current chunk of the log has no room for the hook's
/// record. In the process under test, begins the next chunk. Processes that the
/// program has forked are not recorded: in them, records go to memory that
/// nobody reads.
void arriveAtChunkEnd(HookFrame *frame, uint32_t) {
  ProcessState &state = processState();
  if (state.isLive)
    nextChunk();
  else
    state.cursor = scratchAddress;
  frame->registers.value[R11] = state.cursor;
  frame->registers.pc = frame->registers.value[R10];
}

bool asksForRoom(HookFrame &frame, uint32_t index) {
  const ProcessState &state = processState();
  if (!setup().takesTurns || !state.isLive || state.cursor < state.chunkEnd)
    return false;
  askForTurn(frame, index);
  return true;
}

void arriveWithoutRoom(HookFrame *frame, uint32_t index) {
  if (asksForRoom(*frame, index))
    return;
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  if (!processState().isLive) {
    goToBody(*frame, hook);
    return;
  }
  nextChunk();
  frame->registers.pc = hook.start;
}

} // namespace pinstripe::native
