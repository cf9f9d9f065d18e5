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
  /// Address after the int3 that announces a server.
  uint64_t checkpointReached;
  uint64_t live; ///< slow path of hooks in live flow; hook in r10d
  /// Return address of the final flush of a crashing process.
  uint64_t flushReturn;
  uint64_t flushed; ///< address after the int3 at `flushReturn`
  /// In recordings of instructions: the slow path of hooks if the chunk is
  /// full. r10 holds the address at which to continue; r11 is set to the
  /// cursor.
  uint64_t makeRoom;
  /// In recordings of instructions: the end of the library call that returns at
  /// the hook `pendingReturn`. r10 holds the address at which to continue.
  uint64_t libraryReturn;
  /// In recordings of instructions: the begin of a library call. The hook is in
  /// r10d, the target of an indirect call in r11.
  uint64_t libraryCall;
  uint64_t compareThread; ///< code that ends the run in a second thread
  uint64_t operand;       ///< slow path of forced operands; hook in r10d
};

// State of the process under test

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  LiveRecording ///< live flow, in which every event is recorded
};

/// Returns whether the mode is a recording of the unchanged program.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Returns whether the program decides by itself where control goes, apart from
/// the changes that are asked for.
constexpr bool isLive(RunMode mode) {
  return mode == RunMode::Live || mode == RunMode::LiveRecording;
}

/// State of one process, in private memory. In a child that the program forks
/// all of it is zero: no fast path succeeds, and the slow paths return at once.
struct ProcessState {
  /// The rbp of the top activation; 0 if no fast path may be taken. In live
  /// flow: the rbp of the frame whose next arrival is sent elsewhere; 0 if
  /// there is none.
  uint64_t frame;
  uint64_t cursor;   ///< recordings: address of the next record
  uint64_t chunkEnd; ///< recordings: address that the cursor must stay below
  uint64_t isLive;   ///< 1 in the process under test, 0 in its children
  uint64_t savedStackPointer;
  uint64_t threadPointer; ///< fs base of the one thread that may run
  uint64_t target;        ///< address at which the slow path continues
  /// Saved during vfork: the hook's index, and the values of `frame`,
  /// `chunkEnd` and `countdownOffset`.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Live flow: the distance from `strayCountdown` to the countdown that hooks
  /// decrement. It is 0 in forked children, so their events do not count.
  uint64_t countdownOffset;
  uint64_t vforkCursor; ///< value of `cursor`, saved during vfork
  /// At a forced operand: the program's flags, and where to continue.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of the top Activation; 0 if there is none
  uint64_t chunk;         ///< recordings: index of the current chunk
  RunMode mode;
  /// In live flow: the entry whose hooks always call the runtime, plus 1.
  uint32_t everyEntry;
  uint32_t pendingFunction; ///< live flow: the function whose frame is `frame`
  /// Number of the server that this process is, or was forked by.
  uint32_t slot;
  /// Number of the server that the checkpoint being made becomes; 0 if none is.
  uint32_t checkpointSlot;
  /// Pids of the children that became servers, by number; 0: no server.
  uint32_t checkpoints[serverSlots];
  uint32_t lastStamp;     ///< last stamp of an entry with poisoned stores
  uint32_t pendingChange; ///< live flow: index of the change pending in `frame`
  uint64_t replacedWord;  ///< value that a ReplaceBefore has overwritten
  uint32_t hasReplaced;   ///< whether replacedWord holds such a value
  /// Recordings of instructions: registers saved by hooks anywhere in the code.
  uint64_t savedRAX, savedR10, savedR11;
  /// The hook at which the innermost library call returns, plus 1; 0 if no
  /// library call is pending.
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
/// process. `executed` and `last` hold for the position `mark`: since then
/// position - mark more events were executed. Hooks store fields one by one, so
/// no two neighbours may be read in one load: the processor could not forward
/// the stores.
struct RunState {
  uint32_t position; ///< position of the next event of the top activation
  uint8_t returnExecuted;
  uint8_t unused[3];
  uint32_t runEnd; ///< end of the included events that begin at `position`
  uint32_t mark;
  uint64_t executed;
  uint32_t last; ///< position of the last event executed; none: no event
  EndKind end;
  DivergeReason reason;
  uint32_t function; ///< the function in which the run diverged
  uint64_t detail;   ///< for EndKind::Failed: a number for the message
  /// For EndKind::DecidedOtherwise: the position of the condition, and the
  /// entry at which control arrived; none means the exit.
  uint32_t condition, arrived;
};

/// How far a run in live flow is. Like the RunState, it is shared with the
/// tool. The run has executed goal - countdown events.
struct LiveState {
  uint64_t countdown; ///< number of events that are left up to event `goal`
  uint64_t goal;      ///< number of the next event that the runtime handles
  /// The value that an operand was last forced to, plus 1; 0 if no operand was
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
/// The value that an operand is forced to: the values of
/// pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// A change in live flow, as in pinstripe::LiveChange. Targets are entries;
/// none means the end of the function.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  uint8_t size; ///< replacements: number of bytes to replace
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
