// Makes the trace of a recorded run from the records that its hooks wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decoder makes the same trace as Recorder and ActivationStack of
// lib/Execution do, but from the records that Runtime/TraceWords.h describes.
// Unit tests check that both ways give the same trace.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Trace/TraceSize.h"
#include <map>
#include <vector>

namespace pinstripe {

/// Limits of a recording; 0 means that there is no limit.
struct RecordingLimits {
  uint64_t events = 0;
  /// Maximum size, in bytes, of the memory that the recorded trace takes.
  uint64_t bytes = 0;

  static RecordingLimits of(const LaunchSpec &spec) {
    return {spec.eventLimit, roomForTrace(availableMemory())};
  }
};

inline bool isChunkEnd(uint64_t record) {
  return record >> 32 == (static_cast<uint32_t>(native::RecordTag::Other) |
                          static_cast<uint32_t>(native::RawMark::ChunkEnd));
}

/// Decodes the records that the program under test writes into a ring buffer
/// while it is recorded.
class RecordDecoder {
public:
  virtual ~RecordDecoder() = default;
  /// Decodes the records of one chunk of the ring buffer. Returns the number of
  /// decoded words. Stops at the mark for the end of the chunk, or at the first
  /// word that the program has not written yet. Once `ending` has a reason to
  /// end the recording, all further records are ignored.
  virtual size_t decode(llvm::ArrayRef<uint64_t> words) = 0;
  /// Returns why recording has to end before the program does: a limit was
  /// reached, or a statement was executed in a stack frame for which no entry
  /// of a function was recorded. Returns nullopt if recording can go on.
  virtual const std::optional<Ending> &ending() const = 0;
  /// Returns whether the program under test has itself overwritten parts of the
  /// ring buffer. The records are then worthless.
  virtual bool isDamaged() const = 0;
  virtual uint64_t eventCount() const = 0;
  /// Returns the event that was executed last; nullopt if there was none. An
  /// event is one execution of a statement.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Returns the event that the innermost call (invocation) was executing;
  /// nullopt if this event is unknown.
  virtual std::optional<EventUnderWay> eventUnderWay() const {
    return std::nullopt;
  }
  /// Returns the trace that was recorded so far, and leaves this object without
  /// it. No further records may be decoded afterwards.
  virtual Trace takeTrace() = 0;
};

/// A place in the trace: a recorded call and an event in that call. A member is
/// nullopt if it is unknown. An event is one execution of a statement.
struct TracePlace {
  std::optional<EventIndex> event;
  std::optional<InvocationId> invocation;
  bool operator==(const TracePlace &) const = default;
};

/// Decodes the records of a plain recording, which does not record
/// instructions. Decoding takes 1 to 2 ns for each event of the innermost call,
/// and about 10 ns for each call.
///
/// The record of a statement or of a function's exit tells the function and the
/// lower half of the frame pointer rbp. These two identify the stack frame to
/// which the record belongs.
class RawTraceDecoder final : public RecordDecoder {
public:
  RawTraceDecoder(llvm::ArrayRef<native::HookRecord> hooks,
                  const RecordingLimits &limits);

  size_t decode(llvm::ArrayRef<uint64_t> words) override;
  const std::optional<Ending> &ending() const override { return theEnding; }
  bool isDamaged() const override { return damaged; }
  uint64_t eventCount() const override {
    return events.size() + (next - buffer.data());
  }
  std::optional<EventIndex> currentEvent() const override;
  std::optional<EventUnderWay> eventUnderWay() const override;
  Trace takeTrace() override;

  /// Returns the innermost call that has not returned, and the last event of
  /// that call.
  TracePlace topPlace() const;
  /// Returns the innermost call of `function` that has not returned, and the
  /// last event of that call. If `isFrameKnown` is true, only calls whose frame
  /// address has the lower half `frame` are considered. If there is no such
  /// call, returns what topPlace returns.
  TracePlace placeIn(uint32_t function, uint32_t frame,
                     bool isFrameKnown) const;

  // Each thread has a stack of calls of its own. Threads are known by numbers;
  // the first one has the number 0.

  /// Makes `thread` the one whose records are decoded from now on.
  void enterThread(uint32_t thread);
  /// Notes that the present thread creates the thread `created`. The present
  /// event counts as the one that makes the first calls of that thread.
  void createThread(uint32_t created);

private:
  struct Hook {
    /// Lets the decoder find out quickly whether a record belongs to the
    /// innermost call. The upper half is the number of the hook's function, and
    /// the lower half is 0. The decoder replaces this 0 by the lower half of
    /// the record's frame address. The record belongs to the innermost call if
    /// the result is equal to `topKey`. If the hook is not at the start of a
    /// statement, the result never equals `topKey`.
    uint64_t key;
    uint32_t function;
    /// Index of the statement entry where the hook is; native::none if there is
    /// none. A statement entry is an address at which a statement can begin.
    uint32_t entry;
  };
  struct Frame {
    /// The place on the stack that holds the call's return address.
    uint64_t entrySP;
    uint64_t address; ///< the call's frame address: rbp after the prologue
    uint32_t function;
    uint32_t invocation;
    /// The last event that the call has executed, or native::none.
    uint32_t currentEvent;
    /// True if the frame address of the call is known for certain. False if it
    /// was only guessed from the stack pointer when the call began.
    bool isKnown;
    /// True for a call of libc's exit(). Functions that are called by exit()
    /// count as having no caller in the program.
    bool isBarrier;
  };

  /// The calls of a thread that have not ended. The fields are kept here while
  /// another thread is decoded; see the members with the same names.
  struct Calls {
    std::vector<Frame> stack;
    bool framesAreOrdered = true;
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
  void emptyBuffer();
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

  /// The calls of the present thread that have not returned, outermost first.
  /// The stack grows downwards, so each call has a lower `entrySP` than the
  /// call before it. If another thread has created this one, the first element
  /// stands for the call that did so.
  std::vector<Frame> stack;
  /// True if the frame addresses in `stack` become lower from each call to the
  /// next, as usual, and all lie within 2 GiB. The search for a frame can then
  /// stop at the first frame address that is too high.
  bool framesAreOrdered = true;
  uint32_t thread = 0;
  std::map<uint32_t, Calls> otherThreads;
  /// Identifies the innermost call that has not returned. The upper half is the
  /// number of the called function. The lower half is the lower half of the
  /// frame address (rbp). The value is noKey if the frame address is not known.
  uint64_t topKey;
  InvocationId topInvocation{};
  /// The number of events that the trace had when the present innermost call
  /// became the innermost one. If the trace has more events now, the last of
  /// them belongs to this call.
  uint64_t firstOfTop = 0;

  /// The events (executions of statements) of the trace that were moved here
  /// from `buffer`. The latest events are still in `buffer`.
  EventList events;
  /// The latest events of the trace, which end at `next`. Further events can be
  /// stored from `next` up to `roomEnd`.
  std::vector<Event> buffer;
  Event *next = nullptr;
  Event *roomEnd = nullptr;
  GrowingArray<Invocation> invocations;

  std::optional<Ending> theEnding;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RAWTRACE_H
