// Declares the header of the runtime's code, and the state of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H

#include "Addresses.h"
#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

// The image

/// The header at the start of the runtime's code (its image), at runtimeBase.
/// It holds the addresses of those parts of the runtime that hooks may jump to.
struct ImageHeader {
  uint64_t end; ///< where the runtime's code and constants end
  /// Address at which the tool starts the runtime in the program. The code
  /// there never returns.
  uint64_t bootstrap;
  /// Hooks (the code at patched instructions) call this at entries of
  /// statements and at exits of functions. r10d holds the index of the hook.
  uint64_t dispatch;
  /// Hooks at function entries and in libc's exit() call this. r11d holds the
  /// index of the hook.
  uint64_t enter;
  /// Hooks call this if the current chunk of the raw trace (the log of a
  /// recording) is full. r10d holds the index of the hook.
  uint64_t record;
  /// The hook in libc's vfork jumps to this address, to code that replaces
  /// vfork. r11d holds the index of the hook.
  uint64_t replaceVFork;
  /// The code that writes poison (a pattern) into memory is between these two
  /// addresses. Its stores may fault, which is not an error.
  uint64_t poisonBegin, poisonEnd;
  /// If a store of poison has faulted, the tracer makes control continue at
  /// this address.
  uint64_t poisonRecovery;
  /// The address after a certain int3. By stopping there, a process tells its
  /// tracer that it has become the server of a checkpoint.
  uint64_t checkpointReached;
  /// Hooks call this in live flow (the program runs by itself, except for a few
  /// changes). r10d holds the index of the hook.
  uint64_t live;
  /// The return address of the call of fflush that a crashing process makes
  /// before it ends.
  uint64_t flushReturn;
  /// The address after the int3 at `flushReturn`. A process that stops there
  /// has returned from the call of fflush.
  uint64_t flushed;
  /// In recordings of instructions, hooks call this if the current chunk of the
  /// raw trace is full. r10 holds the address at which to continue; r11 gets
  /// the address of the next record.
  uint64_t makeRoom;
  /// In recordings of instructions, a hook calls this when a library call has
  /// returned to it (see ProcessState::pendingReturn). r10 holds the address at
  /// which to continue.
  uint64_t libraryReturn;
  /// In recordings of instructions, hooks call this before a call of a library
  /// function. r10d holds the index of the hook, r11 the target of an indirect
  /// call.
  uint64_t libraryCall;
  /// Hooks call this to end the run if they are executed by a second thread.
  uint64_t compareThread;
  /// The hook of an operand (of `&&`, `||` or `?`) whose value is forced calls
  /// this. r10d holds the index of the hook.
  uint64_t operand;
};

// The state of a run and of its processes

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  /// Live flow (see isLive) that also records each event.
  LiveRecording
};

/// Returns whether runs in this mode record the unchanged program.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Returns whether, in runs of this mode, the program decides by itself where
/// control goes, apart from the changes that were asked for.
constexpr bool isLive(RunMode mode) {
  return mode == RunMode::Live || mode == RunMode::LiveRecording;
}

/// The state of one process, in private memory. In a process that the program
/// forks, all of it is zero. That makes hooks call the runtime, which returns
/// at once.
struct ProcessState {
  /// The frame address (rbp) of the topmost call, or 0 if hooks must call the
  /// runtime. In live flow the meaning is different: the frame address of the
  /// call in which a change waits to be completed, or 0 if no change does. It
  /// is completed when control arrives at the next hook of that call.
  uint64_t frame;
  uint64_t cursor;   ///< for recordings: address of the next record
  uint64_t chunkEnd; ///< for recordings: upper limit of `cursor`
  /// 1 in the process under test, 0 in processes that it forks.
  uint64_t isLive;
  uint64_t savedStackPointer;
  /// The fs base of the one thread that may run; other threads have another
  /// one.
  uint64_t threadPointer;
  /// Address at which the program continues after a hook has called the
  /// runtime.
  uint64_t target;
  /// Values that are saved during a vfork: the index of vfork's hook, and
  /// `frame`, `chunkEnd` and `countdownOffset`.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Distance from `strayCountdown` to the counter that hooks decrement at each
  /// event in live flow. In processes that the program forks the distance is 0:
  /// their events decrement strayCountdown itself and so are not counted.
  uint64_t countdownOffset;
  uint64_t vforkCursor; ///< holds the value of `cursor` during a vfork
  /// While the value of an operand is forced: the processor flags that the
  /// program gets, and the address at which it continues.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of the topmost Activation, or 0
  uint64_t chunk; ///< for recordings: index of the chunk that is being filled
  RunMode mode;
  /// In live flow a change may apply to each execution of a statement: the
  /// entry of that statement, plus 1; 0 if there is no such change. Hooks at
  /// this entry always call the runtime.
  uint32_t everyEntry;
  /// In live flow some changes are begun before an event and completed after
  /// it: the function in whose frame such a change waits to be completed.
  uint32_t pendingFunction;
  /// Number of this server, or of the server that has forked this process.
  uint32_t slot;
  /// The number that this process will have as a server if it is to become a
  /// checkpoint (a server in the middle of a run); otherwise 0.
  uint32_t checkpointSlot;
  /// Process ids of the children that became servers of checkpoints, indexed by
  /// the numbers of these servers. 0 means that there is no such server.
  uint32_t checkpoints[serverSlots];
  /// Number of the last pass that has poisoned the stores of skipped events;
  /// see stampsAddress.
  uint32_t lastStamp;
  /// In live flow: the index of the change that was begun before an event and
  /// waits to be completed after it.
  uint32_t pendingChange;
  uint64_t replacedWord; ///< the value that a ReplaceBefore has overwritten
  uint32_t hasReplaced;  ///< whether a ReplaceBefore has overwritten a value
  /// Saved values of three registers of the program. In recordings of
  /// instructions, hooks use these registers although the program may need
  /// their values.
  uint64_t savedRAX, savedR10, savedR11;
  /// The index, plus 1, of the hook to which the innermost library call will
  /// return; 0 if no library call is in progress.
  uint32_t pendingReturn;
};

enum class EndKind : uint32_t {
  None,
  Diverged,
  DecidedOtherwise,
  EventLimit,
  Failed
};
/// Says why a run has diverged. The values are those of Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// Says how far a run is. The memory is shared with the tool, so it survives
/// the process.
///
/// The fields `executed` and `last` are those of the moment when `position` was
/// equal to `mark`; position - mark more events were executed since. Hooks
/// store fields one by one, so code must not read two neighbouring fields with
/// one load: the processor would have to wait until both stores have reached
/// the cache.
struct RunState {
  /// Position of the event with which the topmost call goes on.
  uint32_t position;
  uint8_t returnExecuted;
  uint8_t unused[3];
  /// End of the row of consecutive events that begins at `position` and that
  /// the run executes. Hooks execute these events without the runtime.
  uint32_t runEnd;
  uint32_t mark;
  uint64_t executed;
  uint32_t last; ///< position of the event that was executed last, or none
  EndKind end;
  DivergeReason reason;
  uint32_t function; ///< the function in which the run has diverged
  uint64_t detail;   ///< for EndKind::Failed, a number that tells the reason
  /// For EndKind::DecidedOtherwise: the position of the condition, and the
  /// entry at which control has arrived (none means the function's exit).
  uint32_t condition, arrived;
};

/// Says how far a run is in live flow, where the program runs by itself except
/// for a few changes. The memory is shared with the tool, like the RunState.
/// The number of executed events is goal - countdown.
struct LiveState {
  uint64_t countdown; ///< how many events are left until event number `goal`
  /// Number of the next event at which hooks must call the runtime.
  uint64_t goal;
  /// The value (0 or 1) that an operand of `&&`, `||` or `?` was most recently
  /// forced to have, plus 1; 0 if none was forced.
  uint32_t forcedValue;
};
static_assert(sizeof(RunState) <= liveStateAddress - runStateAddress);

/// The kinds of changes that a run in live flow can make to what the program
/// would do by itself. The values are those of pinstripe::LiveChange::Kind.
enum class ChangeKind : uint8_t {
  Switch,
  Omit,
  Force,
  ReplaceBefore,
  ReplaceAfter
};
/// The value to which an operand of `&&`, `||` or `?` is forced: false, true,
/// or the opposite of what it would have. The values are those of
/// pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// A change that a run in live flow makes to what the program does, see
/// pinstripe::LiveChange. Targets are entries of statements; none means the end
/// of the function.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  /// Number of bytes that ReplaceBefore or ReplaceAfter replaces.
  uint8_t size;
  uint32_t entry;
  uint32_t event;
  /// For ReplaceBefore and ReplaceAfter: true if `place` is a distance from
  /// rbp, false if it is an address.
  uint32_t isInFrame;
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
