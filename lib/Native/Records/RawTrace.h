// Decodes the records of hooks into a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the same as Recorder and ActivationStack of lib/Execution, but from the
// stream of records that Runtime/TraceWords.h describes. Unit tests compare the
// results.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Trace/TraceSize.h"
#include <vector>

namespace pinstripe {

/// Limits of a recording. A limit of 0 is no limit.
struct RecordingLimits {
  uint64_t events = 0;
  /// How much memory the trace may take, as traceBytes computes it.
  uint64_t bytes = 0;

  static RecordingLimits of(const LaunchSpec &spec) {
    return {spec.eventLimit, roomForTrace(availableMemory())};
  }
};

inline bool isChunkEnd(uint64_t record) {
  return record >> 32 == (static_cast<uint32_t>(native::RecordTag::Other) |
                          static_cast<uint32_t>(native::RawMark::ChunkEnd));
}

/// Decodes what a recording writes into its ring buffer.
class RecordDecoder {
public:
  virtual ~RecordDecoder() = default;
  /// Decodes the records of a chunk, up to the mark at its end or to the first
  /// word that is not written yet. Returns the number of decoded words. Once
  /// recording has to end (see `ending`), ignores further records.
  virtual size_t decode(llvm::ArrayRef<uint64_t> words) = 0;
  /// Tells why recording has to end before the program does: a limit, or code
  /// that ran in a frame which was never entered. nullopt if it may go on.
  virtual const std::optional<Ending> &ending() const = 0;
  /// Returns whether the program itself has written into the ring buffer, so
  /// that the records mean nothing.
  virtual bool isDamaged() const = 0;
  virtual uint64_t eventCount() const = 0;
  /// Returns the event that was executed last; nullopt if there was none.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Returns the last event of the innermost invocation, if it is known.
  virtual std::optional<EventUnderWay> eventUnderWay() const {
    return std::nullopt;
  }
  /// Moves out the trace that was recorded so far. Nothing is decoded after
  /// that.
  virtual Trace takeTrace() = 0;
};

/// A recorded call (invocation) and an event in it, as far as they are known.
struct TracePlace {
  std::optional<EventIndex> event;
  std::optional<InvocationId> invocation;
  bool operator==(const TracePlace &) const = default;
};

/// Decodes the records of a plain recording. An event of the topmost call takes
/// 1 to 2 ns and a call some 10 ns, with the memory of the trace.
///
/// Records of units and exits have only the lower half of rbp. Together with
/// the function that is enough to tell frames apart.
class RawTraceDecoder final : public RecordDecoder {
public:
  RawTraceDecoder(llvm::ArrayRef<native::HookRecord> hooks,
                  const RecordingLimits &limits);

  size_t decode(llvm::ArrayRef<uint64_t> words) override;
  const std::optional<Ending> &ending() const override { return theEnding; }
  bool isDamaged() const override { return damaged; }
  uint64_t eventCount() const override { return next - events.data(); }
  std::optional<EventIndex> currentEvent() const override;
  std::optional<EventUnderWay> eventUnderWay() const override;
  Trace takeTrace() override;

  /// Returns the innermost call that has not returned, and its last event.
  TracePlace topPlace() const;
  /// Returns the innermost call of a function that has not returned, and its
  /// last event. If `isFrameKnown`, only calls whose frame address has the
  /// lower half `frame` count. If there is no such call, returns topPlace().
  TracePlace placeIn(uint32_t function, uint32_t frame,
                     bool isFrameKnown) const;

private:
  struct Hook {
    /// The upper half of `topKey` while the hook's function is on top of the
    /// stack. If the hook does not belong to an entry, a value that `topKey`
    /// never has.
    uint64_t key;
    uint32_t function;
    uint32_t entry; ///< The entry at which the hook is, or native::none.
  };
  struct Frame {
    uint64_t entrySP; ///< Where the call's return address lies on the stack.
    uint64_t address; ///< The call's frame address, rbp after the prologue.
    uint32_t function;
    uint32_t invocation;
    /// The event that the call executed last, or native::none.
    uint32_t currentEvent;
    /// False if the frame's `address` is only derived from entrySP.
    bool isKnown;
    /// True for a call of libc's exit: what it calls has no caller.
    bool isBarrier;
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

  /// Calls that have not returned, outermost first: entrySP decreases.
  std::vector<Frame> stack;
  /// Whether the `address` of the frames decreases as entrySP does, and all lie
  /// within 2 GiB. Then the search for a frame can end early.
  bool framesAreOrdered = true;
  /// The function and the lower half of rbp of the topmost call.
  uint64_t topKey;
  InvocationId topInvocation{};
  /// Number of events in the trace when another call became the topmost one.
  uint64_t firstOfTop = 0;

  GrowingArray<Event> events; ///< The events of the trace; used up to `next`.
  Event *next = nullptr;
  Event *roomEnd = nullptr;
  GrowingArray<Invocation> invocations;

  std::optional<Ending> theEnding;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
