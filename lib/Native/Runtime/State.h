// Declares the header of the runtime's image, and the state of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H

#include "Addresses.h"
#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

// The image

/// The header of the image, which is linked at runtimeBase. It holds absolute
/// addresses, through which the code of hooks jumps.
struct ImageHeader {
  uint64_t end;          ///< end of code and constants
  uint64_t bootstrap;    ///< entered once, by the injector; does not return
  uint64_t dispatch;     ///< slow path of hooks; r10d: hook
  uint64_t enter;        ///< function entries and libc's exit(); r11d: hook
  uint64_t record;       ///< no room in the chunk; r10d: hook
  uint64_t replaceVFork; ///< runs instead of libc's vfork; r11d: hook
  uint64_t poisonBegin, poisonEnd; ///< stores of poison, which may fault
  /// Where the runtime continues after such a fault.
  uint64_t poisonRecovery;
  uint64_t checkpointReached; ///< address after the int3 of a new server
  uint64_t live;              ///< slow path of hooks in live flow; r10d: hook
  /// Return address of the final flush of a crashing process.
  uint64_t flushReturn;
  uint64_t flushed; ///< address after the int3 at `flushReturn`
  /// For detailed recordings; r10 holds the address at which to continue.
  uint64_t makeRoom;      ///< no room in the chunk; sets r11 to the cursor
  uint64_t libraryReturn; ///< after the library call of `pendingReturn`
  /// ^ Before a library call; r10d: hook, r11: target of an indirect call.
  uint64_t libraryCall;
  uint64_t compareThread; ///< ends the run in a second thread
  uint64_t operand;       ///< an operand that is forced; r10d: hook
};

// State of the process under test

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  LiveRecording ///< live flow in which every event is recorded
};

/// Returns whether the mode is a recording without changes.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// The program decides by itself where control goes, but for some changes.
constexpr bool isLive(RunMode mode) {
  return mode == RunMode::Live || mode == RunMode::LiveRecording;
}

/// State of one process, in private memory. All of it is zero in a child that
/// the program forks: then no fast path succeeds, and the slow paths let the
/// child pass.
struct ProcessState {
  /// The rbp of the top activation; 0 if no fast path may be taken. In live
  /// flow: the rbp of the frame whose next arrival is sent elsewhere; 0 if
  /// there is none.
  uint64_t frame;
  uint64_t cursor;   ///< recording: where the next record goes
  uint64_t chunkEnd; ///< recording: the cursor must be below this
  uint64_t isLive;   ///< 1 in the process under test
  uint64_t savedStackPointer;
  uint64_t threadPointer; ///< fs base of the one thread that may run
  uint64_t target;        ///< where the slow path continues
  /// Saved during vfork.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Live flow: the distance from `strayCountdown` to the countdown that hooks
  /// decrement. It is 0 in forked children, so their events do not count.
  uint64_t countdownOffset;
  uint64_t vforkCursor; ///< saved during vfork, like those above
  /// At a forced operand: the flags, and where to continue.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of an Activation; 0 if there is none
  uint64_t chunk;         ///< recording: index of the current chunk
  RunMode mode;
  /// Live flow: the entry whose hooks always call the runtime, plus 1.
  uint32_t everyEntry;
  uint32_t pendingFunction; ///< live flow: function of `frame`
  /// Slot of the server that this process is, or was forked by.
  uint32_t slot;
  /// The slot of the new server while a checkpoint is being made; 0 otherwise.
  uint32_t checkpointSlot;
  /// Process ids of children that became servers, by slot; 0 if there is none.
  uint32_t checkpoints[serverSlots];
  uint32_t lastStamp;     ///< last stamp of entries whose stores were poisoned
  uint32_t pendingChange; ///< live flow: index of the change of `frame`
  uint64_t replacedWord;  ///< value before a ReplaceBefore
  uint32_t hasReplaced;   ///< whether replacedWord is known
  /// Detailed recording: registers saved by hooks that can interrupt any code.
  uint64_t savedRAX, savedR10, savedR11;
  /// The hook at which the innermost library call returns, plus 1; 0 if there
  /// is none.
  uint32_t pendingReturn;
};

enum class EndKind : uint32_t {
  None,
  Diverged,
  DecidedOtherwise,
  EventLimit,
  Failed
};
/// Why a run has diverged: the values of Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// How far a run is. The memory is shared with the tool, so it survives the
/// process. `executed` and `last` are as of `mark`: since then position - mark
/// more events were executed. Hooks store fields one by one, so no two
/// neighbours may be read in one load: the processor could not forward the
/// stores.
struct RunState {
  uint32_t position; ///< position of the next event of the top activation
  uint8_t returnExecuted;
  uint8_t unused[3];
  uint32_t runEnd; ///< events [position, runEnd) are all included
  uint32_t mark;
  uint64_t executed;
  uint32_t last; ///< position of the last event executed, or none
  EndKind end;
  DivergeReason reason;
  uint32_t function; ///< the function in which the run diverged
  uint64_t detail;   ///< EndKind::Failed: a number for the message
  /// EndKind::DecidedOtherwise: the position of the condition, and the entry at
  /// which control arrived; none means the exit.
  uint32_t condition, arrived;
};

/// How far a run in live flow is, shared like RunState. The run has executed
/// goal - countdown events.
struct LiveState {
  uint64_t countdown; ///< number of events up to `goal`
  uint64_t goal;      ///< number of the next event that comes to the runtime
  /// The value that an operand was last forced to, plus 1; 0 if none was
  /// forced.
  uint32_t forcedValue;
};
static_assert(sizeof(RunState) <= liveStateAddress - runStateAddress);

/// Kinds of changes in live flow: the values of pinstripe::LiveChange::Kind.
enum class ChangeKind : uint8_t {
  Switch,
  Omit,
  Force,
  ReplaceBefore,
  ReplaceAfter
};
/// What a forced operand comes to: the values of pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// A change in live flow, as pinstripe::LiveChange. Targets are entries; none
/// means the end of the function.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  uint8_t size; ///< replacements: number of bytes
  uint32_t entry;
  uint32_t event;
  uint32_t isInFrame; ///< replacements: whether `place` is added to rbp
  uint64_t place;
  union {
    struct {
      uint32_t target, inverse;
    };
    struct {
      uint32_t operand;
      ForcedValue forced;
    };
    uint64_t value;
  };
};
constexpr uint32_t maxChanges = 40;

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
