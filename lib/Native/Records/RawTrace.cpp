// Makes the trace of a recorded run from the records that its hooks wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Records/RawTrace.h"
#include <algorithm>

using namespace pinstripe;
using native::RawMark;
using native::RecordTag;
using native::tagOf;

/// The number of events (executions of statements) that are collected before
/// they are added to the trace. The number is so small that the collected
/// events still are in the cache of the processor when they are added.
static constexpr size_t bufferSize = size_t(1) << 15;
/// The number of recorded calls after which the memory that the trace takes is
/// compared with the limit once more.
static constexpr size_t callsPerCheck = size_t(4) << 20;
static constexpr uint64_t noKey = ~uint64_t(0);

static uint32_t frameOf(uint64_t record) {
  return static_cast<uint32_t>(record);
}

RawTraceDecoder::RawTraceDecoder(llvm::ArrayRef<native::HookRecord> hooks,
                                 const RecordingLimits &limits)
    : limits(limits), topKey(noKey) {
  if (limits.events == 0 || limits.events > largestTrace)
    this->limits.events = largestTrace;
  for (const native::HookRecord &hook : hooks) {
    uint64_t key = hook.entry == native::none ? uint64_t(1) << 63
                                              : uint64_t(hook.function) << 32;
    this->hooks.push_back({key, hook.function, hook.entry});
  }
}

// Records

size_t RawTraceDecoder::decode(llvm::ArrayRef<uint64_t> words) {
  size_t at = 0;
  while (at < words.size() && !theEnding && !damaged) {
    at += decodeUnitsOfTop(words.drop_front(at));
    if (at == words.size() || tagOf(words[at]) == 0)
      return at;
    if (isChunkEnd(words[at]))
      return at + 1;
    at += decodeOther(words.drop_front(at));
  }
  return words.size();
}

/// Decodes records of statements that the innermost call has executed. Stops at
/// the first other record. This loop decodes most of the records, so its speed
/// decides how fast a recording is decoded.
size_t RawTraceDecoder::decodeUnitsOfTop(llvm::ArrayRef<uint64_t> words) {
  const uint64_t *at = words.begin();
  // Each decoded record becomes an event (execution of a statement). So the
  // loop ends when there is no more room for events.
  const uint64_t *const end =
      at + std::min<size_t>(words.size(), roomEnd - next);
  const Hook *const table = hooks.data();
  const size_t tableSize = hooks.size();
  const uint64_t key = topKey;
  const InvocationId invocation = topInvocation;
  Event *out = next;
  for (; at != end; ++at) {
    // The loop ends at a record that is not written yet, and at one that is not
    // the record of a statement. In both cases `index` is far larger than the
    // index of any hook.
    uint32_t index = tagOf(*at) - 1;
    if (index >= tableSize)
      break;
    const Hook &hook = table[index];
    if ((hook.key | frameOf(*at)) != key)
      break;
    *out++ = {static_cast<EntryId>(hook.entry), invocation};
  }
  next = out;
  return at - words.begin();
}

/// Decodes one record, which must not be the mark at the end of a chunk.
/// Returns the size of the record in words.
size_t RawTraceDecoder::decodeOther(llvm::ArrayRef<uint64_t> words) {
  constexpr uint32_t kindBits = 3u << 30;
  uint32_t tag = tagOf(words[0]), frame = frameOf(words[0]);
  auto kind = static_cast<RecordTag>(tag & kindBits);
  if (kind == RecordTag::Other)
    return decodeMark(tag & ~kindBits, words);
  uint32_t index = (tag & ~kindBits) - 1;
  if (index >= hooks.size())
    return fail();
  if (kind == RecordTag::Enter) {
    if (words.size() < 3)
      return fail();
    enter(hooks[index], words[1], words[2]);
    return 3;
  }
  if (kind == RecordTag::Exit)
    arriveAtExit(hooks[index], frame);
  else
    arriveAtUnit(hooks[index], frame);
  return 1;
}

size_t RawTraceDecoder::decodeMark(uint32_t mark,
                                   llvm::ArrayRef<uint64_t> words) {
  if (mark != static_cast<uint32_t>(RawMark::ExitFunction) || words.size() < 2)
    return fail();
  arriveAtExitFunction(words[1]);
  return 2;
}

size_t RawTraceDecoder::fail() {
  damaged = true;
  return 0;
}

// The following functions handle arrivals at hooks. They must do the same as
// Recorder.cpp, which makes the trace if the program is recorded under LLDB.

void RawTraceDecoder::enter(const Hook &hook, uint64_t sp,
                            uint64_t callerFrame) {
  dropDeadAtEntry(sp, callerFrame);
  Invocation invocation;
  invocation.function = static_cast<FunctionId>(hook.function);
  if (!stack.empty() && !stack.back().isBarrier) {
    noteCurrentEvent();
    invocation.caller = static_cast<InvocationId>(stack.back().invocation);
    if (stack.back().currentEvent != native::none)
      invocation.parent = static_cast<EventIndex>(stack.back().currentEvent);
  }
  push({sp, sp - 8, hook.function, static_cast<uint32_t>(invocations.size()),
        native::none, /*isKnown=*/false, /*isBarrier=*/false});
  invocations.push_back(invocation);
  if (invocations.size() % callsPerCheck == 0)
    checkMemory(eventCount());
}

void RawTraceDecoder::arriveAtUnit(const Hook &hook, uint32_t frame) {
  if (resume(hook, frame) && hook.entry != native::none)
    note(hook.entry);
}

void RawTraceDecoder::arriveAtExit(const Hook &hook, uint32_t frame) {
  if (resume(hook, frame))
    popTo(stack.size() - 1);
}

void RawTraceDecoder::arriveAtExitFunction(uint64_t sp) {
  if (!stack.empty())
    noteCurrentEvent();
  push({sp, sp - 8, native::none, native::none, native::none,
        /*isKnown=*/true, /*isBarrier=*/true});
}

void RawTraceDecoder::note(uint32_t entry) {
  if (next == roomEnd && !makeRoom())
    return;
  *next++ = {static_cast<EntryId>(entry), topInvocation};
}

bool RawTraceDecoder::makeRoom() {
  uint64_t count = eventCount();
  if (count >= limits.events) {
    theEnding = LimitReached{LimitReached::Kind::Events};
    return false;
  }
  checkMemory(count + bufferSize);
  if (theEnding)
    return false;
  emptyBuffer();
  roomEnd = next + std::min<uint64_t>(buffer.size(), limits.events - count);
  return true;
}

/// Moves the events in `buffer` to the end of the trace's events.
void RawTraceDecoder::emptyBuffer() {
  events.append(llvm::ArrayRef(buffer.data(), next));
  buffer.resize(bufferSize);
  next = buffer.data();
}

void RawTraceDecoder::checkMemory(uint64_t eventsToCome) {
  if (limits.bytes != 0 &&
      traceBytes(eventsToCome, invocations.size()) > limits.bytes)
    theEnding = LimitReached{LimitReached::Kind::TraceMemory};
}

// The following functions keep the stack of calls. They must do the same as
// ActivationStack.cpp, which keeps the stack of a program under LLDB.

/// Returns the full frame address whose lower half is `frame`. If several
/// addresses are possible, returns the one nearest to the stack pointer of the
/// innermost call.
uint64_t RawTraceDecoder::wholeAddress(uint32_t frame) const {
  uint64_t near = stack.back().entrySP;
  return near + static_cast<uint64_t>(static_cast<int64_t>(
                    static_cast<int32_t>(frame - static_cast<uint32_t>(near))));
}

bool RawTraceDecoder::resume(const Hook &hook, uint32_t frame) {
  uint64_t address = stack.empty() ? 0 : wholeAddress(frame);
  for (size_t i = stack.size(); i > 0; --i) {
    Frame &each = stack[i - 1];
    if (framesAreOrdered && each.address > address)
      break;
    if (each.isBarrier || each.function != hook.function ||
        static_cast<uint32_t>(each.address) != frame)
      continue;
    bool isAsBefore = i == stack.size() && each.isKnown;
    each.isKnown = true;
    if (!isAsBefore)
      popTo(i);
    return true;
  }
  if (stack.empty() || stack.back().isKnown ||
      stack.back().function != hook.function) {
    theEnding = Diverged{currentEvent(), static_cast<FunctionId>(hook.function),
                         Diverged::Reason::FrameLost};
    return false;
  }
  // The frame address of the innermost call was only guessed from the stack
  // pointer. The record shows that the guess was wrong, because the function
  // has realigned its stack. The right frame address is rbp, which is in the
  // record.
  Frame &top = stack.back();
  top.address = address;
  top.isKnown = true;
  framesAreOrdered &= address < top.entrySP;
  topChanged();
  return true;
}

void RawTraceDecoder::dropDeadAtEntry(uint64_t sp, uint64_t callerFrame) {
  size_t live = stack.size();
  while (live > 0 && stack[live - 1].entrySP <= sp)
    --live;
  // Looks for the caller of the new call. The search ends at a call of libc's
  // exit(): the calls before it never go on.
  for (size_t i = live; i > 0 && !stack[i - 1].isBarrier; --i) {
    if (stack[i - 1].address == callerFrame) {
      live = i;
      break;
    }
    if (framesAreOrdered && stack[i - 1].address > callerFrame)
      break;
  }
  if (live != stack.size())
    popTo(live);
}

void RawTraceDecoder::push(const Frame &frame) {
  if (stack.empty())
    framesAreOrdered = true;
  else
    framesAreOrdered &= stack.back().address >= frame.entrySP &&
                        stack.front().entrySP - frame.entrySP < uint64_t(1)
                                                                    << 31;
  stack.push_back(frame);
  topChanged();
}

/// Stores which event the innermost call has executed last. Must be called
/// before another call becomes the innermost one, because the event can't be
/// found any more after that.
void RawTraceDecoder::noteCurrentEvent() {
  uint64_t count = eventCount();
  if (count != firstOfTop)
    stack.back().currentEvent = static_cast<uint32_t>(count - 1);
}

void RawTraceDecoder::popTo(size_t depth) {
  stack.resize(depth);
  topChanged();
}

void RawTraceDecoder::topChanged() {
  firstOfTop = eventCount();
  topKey = noKey;
  if (stack.empty())
    return;
  const Frame &top = stack.back();
  topInvocation = static_cast<InvocationId>(top.invocation);
  if (top.isKnown && !top.isBarrier)
    topKey = uint64_t(top.function) << 32 | static_cast<uint32_t>(top.address);
}

void RawTraceDecoder::enterThread(uint32_t next) {
  if (next == thread)
    return;
  if (!stack.empty())
    noteCurrentEvent();
  otherThreads[thread] = {std::move(stack), framesAreOrdered};
  Calls &its = otherThreads[next];
  stack = std::move(its.stack);
  framesAreOrdered = its.framesAreOrdered;
  thread = next;
  topChanged();
}

void RawTraceDecoder::createThread(uint32_t created) {
  if (stack.empty() || stack.back().isBarrier)
    return;
  noteCurrentEvent();
  Frame bottom = stack.back();
  // The largest possible stack pointer belongs to no call, and never counts as
  // one that has ended.
  bottom.entrySP = bottom.address = ~uint64_t(0);
  bottom.function = native::none;
  bottom.isKnown = true;
  otherThreads[created] = {{bottom}};
}

// The trace

std::optional<EventIndex> RawTraceDecoder::currentEvent() const {
  if (eventCount() == 0)
    return std::nullopt;
  return static_cast<EventIndex>(eventCount() - 1);
}

std::optional<EventUnderWay> RawTraceDecoder::eventUnderWay() const {
  std::optional<EventIndex> event = topPlace().event;
  if (!event)
    return std::nullopt;
  auto index = static_cast<size_t>(*event);
  return EventUnderWay{*event, index < events.size()
                                   ? events.entryOf(*event)
                                   : buffer[index - events.size()].entry};
}

TracePlace RawTraceDecoder::topPlace() const {
  if (stack.empty() || stack.back().isBarrier)
    return {};
  TracePlace place;
  place.invocation = topInvocation;
  uint64_t count = eventCount();
  if (count != firstOfTop)
    place.event = static_cast<EventIndex>(count - 1);
  else if (stack.back().currentEvent != native::none)
    place.event = static_cast<EventIndex>(stack.back().currentEvent);
  return place;
}

TracePlace RawTraceDecoder::placeIn(uint32_t function, uint32_t frame,
                                    bool isFrameKnown) const {
  auto fits = [&](const Frame &each) {
    return !each.isBarrier && each.function == function &&
           (!isFrameKnown || static_cast<uint32_t>(each.address) == frame);
  };
  if (stack.empty() || fits(stack.back()))
    return topPlace();
  for (size_t i = stack.size() - 1; i > 0; --i) {
    const Frame &each = stack[i - 1];
    if (!fits(each))
      continue;
    TracePlace place;
    place.invocation = static_cast<InvocationId>(each.invocation);
    if (each.currentEvent != native::none)
      place.event = static_cast<EventIndex>(each.currentEvent);
    return place;
  }
  return topPlace();
}

Trace RawTraceDecoder::takeTrace() {
  emptyBuffer();
  Trace trace(std::move(events), std::move(invocations));
  roomEnd = next;
  stack.clear();
  topChanged();
  return trace;
}
