// Decodes the records of hooks into a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the same as Recorder and ActivationStack of Execution, from the stream
// of records that Runtime/TraceWords.h describes. Unit tests compare the two.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/AvailableMemory.h"
#include <vector>

namespace pinstripe {

/// Limits of a recording; 0 means that there is no limit.
struct RecordingLimits {
  uint64_t events = 0;
  /// Maximum memory for the trace, as computed by traceBytes.
  uint64_t bytes = 0;

  /// Returns the limits for a recording of `spec`, among them half of the
  /// available memory.
  static RecordingLimits of(const LaunchSpec &spec) {
    return {spec.eventLimit, availableMemory() / 2};
  }
};

/// Returns how many bytes a trace of this size takes until it is reduced: for
/// the trace, the tables of engine and reducer, and some sets of events.
constexpr uint64_t traceBytes(uint64_t events, uint64_t invocations) {
  return 24 * events + 72 * invocations;
}

inline bool isChunkEnd(uint64_t record) {
  return record >> 32 == (static_cast<uint32_t>(native::RecordTag::Other) |
                          static_cast<uint32_t>(native::RawMark::ChunkEnd));
}

/// Decodes the records in the ring buffer of a recording.
class RecordDecoder {
public:
  virtual ~RecordDecoder() = default;
  /// Decodes the records of a chunk from its start to the mark of its end, or
  /// up to the first word that is not written yet. Returns how many words it
  /// has decoded. Once there is an ending, ignores the records.
  virtual size_t decode(llvm::ArrayRef<uint64_t> words) = 0;
  /// Returns why recording must end before the program does, if it must: for a
  /// limit, or for code in a frame which was never entered.
  virtual const std::optional<Ending> &ending() const = 0;
  /// Returns whether the program has written into the ring buffer, so that its
  /// records mean nothing.
  virtual bool isDamaged() const = 0;
  virtual uint64_t eventCount() const = 0;
  /// Returns the last event of the whole trace.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Moves out the trace that was recorded so far. Nothing is decoded after
  /// that.
  virtual Trace takeTrace() = 0;
};

/// An event and its invocation, as far as they are known.
struct TracePlace {
  std::optional<EventIndex> event;
  std::optional<InvocationId> invocation;
  bool operator==(const TracePlace &) const = default;
};

/// Decodes the records of a plain recording. An event of the innermost frame
/// takes 1 to 2 ns and a call some 10 ns, including the growth of the trace.
///
/// Records of units and exits hold only the low half of rbp. Together with the
/// function that is enough to identify a frame.
class RawTraceDecoder final : public RecordDecoder {
public:
  RawTraceDecoder(llvm::ArrayRef<native::HookRecord> hooks,
                  const RecordingLimits &limits);

  size_t decode(llvm::ArrayRef<uint64_t> words) override;
  const std::optional<Ending> &ending() const override { return theEnding; }
  bool isDamaged() const override { return damaged; }
  uint64_t eventCount() const override { return next - events.data(); }
  std::optional<EventIndex> currentEvent() const override;
  Trace takeTrace() override;

  /// Returns the innermost invocation and its last event.
  TracePlace topPlace() const;
  /// Returns the innermost invocation of a function and its last event. If
  /// `isFrameKnown`, only counts invocations whose frame has this low half of
  /// rbp. If there is no such invocation, returns topPlace.
  TracePlace placeIn(uint32_t function, uint32_t frame,
                     bool isFrameKnown) const;

private:
  struct Hook {
    /// The upper half of `topKey` while the function of the hook is on top of
    /// the stack. For a hook without an entry, a value that `topKey` never has.
    uint64_t key;
    uint32_t function;
    uint32_t entry; ///< The hook's entry, or native::none.
  };
  struct Frame {
    uint64_t entrySP; ///< Where the frame's return address lies on the stack.
    uint64_t address; ///< Value of rbp after the function's prologue.
    uint32_t function;
    uint32_t invocation;
    uint32_t currentEvent; ///< The frame's last event, or native::none.
    bool isKnown;          ///< Whether rbp was seen, not derived from entrySP.
    bool isBarrier; ///< Frame of libc's exit: its callees have no caller.
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

  std::vector<Frame> stack; ///< Frames, outermost first: entrySP decreases.
  /// Whether the frames' addresses decrease like entrySP, and lie within 2 GiB,
  /// so that the search for a frame can end early.
  bool framesAreOrdered = true;
  uint64_t topKey; ///< Function and low half of rbp of the top frame.
  InvocationId topInvocation{};
  /// How many events there were when the top frame last changed.
  uint64_t firstOfTop = 0;

  GrowingArray<Event> events; ///< Events of the trace, used up to `next`.
  Event *next = nullptr;
  Event *roomEnd = nullptr;
  GrowingArray<Invocation> invocations;

  std::optional<Ending> theEnding;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
