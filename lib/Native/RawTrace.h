//===- RawTrace.h - From the records of hooks to a trace --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recorder and ActivationStack of Execution, over the stream of records that
// Runtime/Layout.h describes. Unit tests hold the two together.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RAWTRACE_H
#define PINSTRIPE_LIB_NATIVE_RAWTRACE_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/RunResult.h"
#include <vector>

namespace pinstripe {

/// Where a recording has to end; 0: nowhere.
struct RecordingLimits {
  uint64_t events = 0;
  /// What the trace may take until it is reduced: see traceBytes.
  uint64_t bytes = 0;
};

/// Memory for a trace of that size: itself, what engine and reducer make of
/// it, and some sets of its events.
constexpr uint64_t traceBytes(uint64_t events, uint64_t invocations) {
  return 24 * events + 72 * invocations;
}

inline bool isChunkEnd(uint64_t record) {
  return record >> 32 == (static_cast<uint32_t>(native::RecordTag::Other) |
                          static_cast<uint32_t>(native::RawMark::ChunkEnd));
}

/// Makes something of the records in a ring of chunks.
class RecordDecoder {
public:
  virtual ~RecordDecoder() = default;
  /// The records of a chunk, from its start to the mark of its end, or to
  /// where nothing was written yet. Returns how many words that were. Words
  /// are ignored once there is an ending.
  virtual size_t decode(llvm::ArrayRef<uint64_t> words) = 0;
  /// Why the recording has to end before the program does: a limit, or code
  /// in a frame that was never entered.
  virtual const std::optional<Ending> &ending() const = 0;
  /// The program wrote into the ring: there is no telling what it did.
  virtual bool isDamaged() const = 0;
  virtual uint64_t eventCount() const = 0;
  virtual std::optional<EventIndex> currentEvent() const = 0;
};

/// An event and its invocation, as far as there are such.
struct TracePlace {
  std::optional<EventIndex> event;
  std::optional<InvocationId> invocation;
  bool operator==(const TracePlace &) const = default;
};

/// Takes 1 to 2 ns an event of the innermost frame, and some 10 ns a call,
/// growth of the trace included.
///
/// Records of units and exits have only the low half of rbp; together with the
/// function it identifies a frame all the same.
class RawTraceDecoder final : public RecordDecoder {
public:
  RawTraceDecoder(llvm::ArrayRef<native::HookRecord> hooks,
                  const RecordingLimits &limits);

  size_t decode(llvm::ArrayRef<uint64_t> words) override;
  const std::optional<Ending> &ending() const override { return theEnding; }
  bool isDamaged() const override { return damaged; }
  uint64_t eventCount() const override { return next - events.data(); }
  /// The last one, in whichever invocation.
  std::optional<EventIndex> currentEvent() const override;

  /// Of the innermost frame: its last event.
  TracePlace topPlace() const;
  /// The same of the innermost frame of a function, with this low half of rbp
  /// if that is known; of the innermost one if there is none.
  TracePlace placeIn(uint32_t function, uint32_t frame,
                     bool isFrameKnown) const;

  /// What was recorded so far, without a copy; leaves the decoder empty.
  Trace takeTrace();

private:
  struct Hook {
    uint64_t key; ///< of its units without the frame; of no entry: fits none
    uint32_t function;
    uint32_t entry; ///< or none
  };
  struct Frame {
    uint64_t entrySP; ///< points to the return address
    uint64_t address; ///< rbp once the prologue is done
    uint32_t function;
    uint32_t invocation;
    uint32_t currentEvent; ///< or none
    bool isKnown;          ///< rbp was seen, not just derived from entrySP
    bool isBarrier;        ///< libc's exit: what it calls has no caller
  };

  size_t decodeUnitsOfTop(llvm::ArrayRef<uint64_t> words);
  size_t decodeOther(llvm::ArrayRef<uint64_t> words);
  size_t decodeMark(uint32_t mark, llvm::ArrayRef<uint64_t> words);
  size_t fail();

  void enter(const Hook &hook, uint64_t sp, uint64_t callerFrame);
  void arriveAtUnit(const Hook &hook, uint32_t frame);
  void arriveAtExit(const Hook &hook, uint32_t frame);
  void arriveAtExitFunction(uint64_t sp);
  void note(uint32_t entry);
  bool makeRoom();
  void checkMemory(uint64_t eventsToCome);

  bool resume(const Hook &hook, uint32_t frame);
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);
  void push(const Frame &frame);
  void noteCurrentEvent();
  void popTo(size_t depth);
  void topChanged();
  uint64_t wholeAddress(uint32_t frame) const;

  std::vector<Hook> hooks;
  RecordingLimits limits;

  std::vector<Frame> stack; ///< entrySP falls from the bottom to the top
  /// Frames fall, too, and lie within 2 GiB: the search for one can end early.
  bool framesAreOrdered = true;
  uint64_t topKey; ///< of units of the top frame
  InvocationId topInvocation{};
  uint64_t firstOfTop = 0; ///< events before it became the top frame

  GrowingArray<Event> events; ///< full up to `next`
  Event *next = nullptr;
  Event *roomEnd = nullptr;
  GrowingArray<Invocation> invocations;

  std::optional<Ending> theEnding;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RAWTRACE_H
