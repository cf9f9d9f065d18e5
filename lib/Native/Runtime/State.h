// Declares the header of the runtime's code, and the state of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H

#include "Addresses.h"
#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

// The image

/// The header at the start of the runtime's code, at runtimeBase. It holds
/// addresses in the runtime (the tool's code in the process), such as those to
/// which hooks jump. A hook is the code at a patched instruction of the
/// program.
struct ImageHeader {
  uint64_t end; ///< the address at which the runtime's code and constants end
  /// Address at which the tool starts the runtime (the tool's code in the
  /// process) in the program. The code there never returns.
  uint64_t bootstrap;
  /// Address to which the hooks at statements and at function exits jump, if
  /// the run executes a given set of events. r10d holds the index of the hook.
  uint64_t dispatch;
  /// Address to which the hooks at function entries jump, and those in libc's
  /// exit() and getrandom(). r11d holds the index of the hook.
  uint64_t enter;
  /// Address to which a hook jumps if the current chunk of the raw trace (the
  /// log of a recording) is full. r10d holds the index of the hook.
  uint64_t record;
  /// Address of the code that replaces libc's vfork. The hook in vfork jumps
  /// there; r11d holds the index of that hook.
  uint64_t replaceVFork;
  /// The range of the runtime's code that fills or copies memory of the
  /// program. A fault in this code is not an error, since the program's memory
  /// may be inaccessible.
  uint64_t poisonBegin, poisonEnd;
  /// Address at which a process continues after a fault of the runtime (the
  /// tool's code in the process) while it filled or copied memory of the
  /// program. The server that traces the process sends it there.
  uint64_t poisonRecovery;
  /// The address just after the int3 at which a process stops when it has
  /// become the server of a checkpoint. Its tracer recognises the stop by this
  /// address.
  uint64_t checkpointReached;
  /// Used in live flow, where the program runs by itself except for a few
  /// changes. A hook at a statement or function exit jumps to this address if
  /// the runtime (the tool's code in the process) may have work to do there.
  /// r10d holds the index of the hook.
  uint64_t live;
  /// The return address of the call of fflush that a process makes before a
  /// signal ends it. The int3 at this address stops the process for its tracer.
  uint64_t flushReturn;
  /// fflush returns to an int3 in a process that is about to die. This is the
  /// address just after the int3: a process that has stopped there has returned
  /// from fflush.
  uint64_t flushed;
  /// Address to which a hook jumps in a recording of instructions if the
  /// current chunk of the raw trace (the log) is full. r10 holds the address at
  /// which to continue. When control arrives there, r11 holds the address of
  /// the next record.
  uint64_t makeRoom;
  /// Address to which a hook jumps in a recording of instructions when a
  /// library call has returned (see ProcessState::pendingReturn). r10 holds the
  /// address at which to continue.
  uint64_t libraryReturn;
  /// Address to which a hook jumps in a recording of instructions before a call
  /// of a library function. r10d holds the index of the hook, r11 the target of
  /// an indirect call.
  uint64_t libraryCall;
  /// Address to which a hook jumps if it is not executed by the thread in
  /// ProcessState::threadPointer. If that field is 0, the runtime (the tool's
  /// code in the process) stores the current thread there. Otherwise this is a
  /// second thread, and the runtime ends the run. r10 holds the address at
  /// which to continue.
  uint64_t compareThread;
  /// Address to which the hook of an operand (of `&&`, `||` or `?`) jumps if
  /// the operand's value is forced. r10d holds the index of the hook.
  uint64_t operand;
};

// State of runs

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  /// The program runs by itself except for a few changes (live flow), and each
  /// event (execution of a statement) is recorded.
  LiveRecording
};

/// Returns whether runs in this mode record the unchanged program.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Returns whether runs of this mode are in live flow: the program runs by
/// itself, except for the changes that were asked for.
constexpr bool isLive(RunMode mode) {
  return mode == RunMode::Live || mode == RunMode::LiveRecording;
}

/// The runtime's state of one process, in private memory. If the program forks,
/// the kernel fills the new process's copy with zeros. Then hooks have no
/// effect: where they call the runtime (the tool's code in the process), it
/// returns at once.
struct ProcessState {
  /// The frame address (rbp) of the innermost call; 0 if hooks must call the
  /// runtime (the tool's code in the process).
  ///
  /// In live flow, where the program runs by itself except for a few changes,
  /// this is the frame address of the call in which a change waits to be
  /// completed; 0 if no change waits.
  uint64_t frame;
  /// In recordings: the address at which the next record of the log is written.
  uint64_t cursor;
  /// In recordings: the current chunk of the raw trace (the log) counts as full
  /// if `cursor` reaches this address.
  uint64_t chunkEnd;
  /// 1 in the process under test, 0 in processes that it forks.
  uint64_t isLive;
  uint64_t savedStackPointer;
  /// The thread pointer (fs:0) of the one thread that may execute hooks; 0
  /// before the first hook.
  uint64_t threadPointer;
  /// Address at which the program continues after a hook has called the runtime
  /// (the tool's code in the process).
  uint64_t target;
  /// Values that are saved while a vfork is under way, since its child shares
  /// this memory: the index of vfork's hook, and the fields `frame`, `chunkEnd`
  /// and `countdownOffset`.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Used in live flow, where the program runs by itself except for a few
  /// changes. Hooks count events by decrementing the number at `strayCountdown`
  /// plus this distance. In processes that the program forks, the distance is
  /// 0, so only `strayCountdown` changes and their events are not counted.
  uint64_t countdownOffset;
  /// The value of `cursor`, saved while a vfork is under way.
  uint64_t vforkCursor;
  /// Used while the value of an operand of `&&`, `||` or `?` is forced. The
  /// program continues at the address `resume`, with the processor flags
  /// `flags`.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of the innermost call's Activation, or 0
  /// The index of the chunk of the raw trace (the log) that is being filled.
  /// Used in recordings only.
  uint64_t chunk;
  RunMode mode;
  /// If a change applies to each execution of a statement, hooks always call
  /// the runtime (the tool's code in the process) at the entry of that
  /// statement. This is the number of the entry plus 1; 0 if there is no such
  /// statement. Used in live flow only, where the program runs by itself except
  /// for a few changes.
  uint32_t everyEntry;
  /// The function in whose frame a change waits to be completed: it was begun
  /// before an event (execution of a statement), and will be completed after
  /// the event. Used in live flow only, where the program runs by itself except
  /// for a few changes.
  uint32_t pendingFunction;
  /// If this process is a server: its number. If it is a run: the number of the
  /// server that has forked it.
  uint32_t slot;
  /// If this process is to become a checkpoint (a server in the middle of a
  /// run): its number as a server; otherwise 0.
  uint32_t checkpointSlot;
  /// Process ids of the children that became servers of checkpoints, indexed by
  /// the numbers of these servers. 0 means that there is no such server.
  uint32_t checkpoints[serverSlots];
  /// A pass fills with poison (a pattern) the memory that skipped events would
  /// have written. This is the number of the last pass. A pass stamps its
  /// number on each statement entry that it handles, so that it handles each
  /// only once. See stampsAddress.
  uint32_t lastStamp;
  /// The index of the change that was begun before an event (execution of a
  /// statement) and will be completed after the event. Used in live flow only,
  /// where the program runs by itself except for a few changes.
  uint32_t pendingChange;
  /// A value in memory that a change of the kind ReplaceBefore has overwritten
  /// before an event (execution of a statement). It is restored after the
  /// event, unless the program has changed that memory since.
  uint64_t replacedWord;
  /// True if `replacedWord` holds a value that a change of the kind
  /// ReplaceBefore has overwritten.
  uint32_t hasReplaced;
  /// Saved values of three registers of the program. In recordings of
  /// instructions, hooks use these registers although the program may need
  /// their values.
  uint64_t savedRAX, savedR10, savedR11, savedFlags;
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
/// Says why a run has diverged (could not follow the recorded run). The values
/// are those of Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// Says which events a run has executed so far. The memory is shared with the
/// tool, so it survives the process.
///
/// To count an event, the hook of a statement increments only `position`.
/// `executed` and `last` keep the values that they had when `position` was
/// equal to `mark`. So `position` - `mark` events must be added to `executed`.
///
/// Hooks store the fields one by one. Code must not read two neighbouring
/// fields with one load: the load would wait until both stores have reached the
/// cache.
struct RunState {
  /// The next recorded event (execution of a statement) of the innermost call,
  /// as an index in Trace::eventsByInvocation.
  uint32_t position;
  uint8_t returnExecuted;
  uint8_t unused[3];
  /// The run executes all events (executions of statements) in [position,
  /// runEnd). Hooks count these events without calling the runtime (the tool's
  /// code in the process).
  uint32_t runEnd;
  uint32_t mark;
  uint64_t executed;
  /// The event (execution of a statement) that was executed last, as an index
  /// in Trace::eventsByInvocation; none if no event was executed.
  uint32_t last;
  EndKind end;
  DivergeReason reason;
  /// The function in which the run has diverged (could not follow the recorded
  /// run).
  uint32_t function;
  /// For EndKind::Failed: a number that tells why the run has failed.
  uint64_t detail;
  /// For EndKind::DecidedOtherwise. `condition` is the condition that did not
  /// decide as in the recorded run, as an index in Trace::eventsByInvocation.
  /// `arrived` is the statement entry at which control has arrived instead;
  /// none means the function's exit.
  uint32_t condition, arrived;
};

/// Counts the events (executions of statements) of a run in live flow, where
/// the program runs by itself except for a few changes. The memory is shared
/// with the tool, so it survives the process. The number of executed events is
/// goal - countdown.
struct LiveState {
  /// How many events (executions of statements) are left until hooks must call
  /// the runtime (the tool's code in the process).
  uint64_t countdown;
  /// The number of the next event (execution of a statement) at which hooks
  /// must call the runtime (the tool's code in the process).
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
  ReplaceAfter,
  Mutate
};
/// The value to which an operand of `&&`, `||` or `?` is forced: false, true,
/// or the opposite of what it would have. The values are those of
/// pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// A change that a run in live flow makes to what the program does; see
/// pinstripe::LiveChange. Control is sent to `target`. But if a condition has
/// chosen `target` by itself already, control is sent to `inverse`. Both are
/// statement entries (addresses at which statements can begin); none means the
/// function's exit.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  /// The number of bytes of the value that a change of the kind ReplaceBefore
  /// or ReplaceAfter replaces.
  uint8_t size;
  uint32_t entry;
  uint32_t event;
  /// Says where the replaced value is, for changes of the kind ReplaceBefore
  /// and ReplaceAfter: true if `place` is a distance from rbp, false if it is
  /// an address.
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
    /// For a change of the kind Mutate: the number of the mutation.
    uint32_t mutation;
  };
};
constexpr uint32_t maxChanges = 40;

constexpr uint32_t maxUnwinders = 2;

/// Says which mutation (a small change of the source) is in force in this
/// process. A mutation is chosen once in a run, at its start or at the
/// checkpoint from which the run starts.
struct MutationState {
  /// The number of the mutation (a small change of the source) in force; 0 if
  /// there is none. All recompiled functions read this number, as a variable of
  /// type `int`.
  uint32_t number;
  /// The recompiled functions that are executed in this process: those of the
  /// ExchangeRecords with indices in [firstExchange, endExchange).
  uint32_t firstExchange, endExchange;
  uint32_t unused;
  /// Memory for the unwinders of libgcc. Each of them keeps there what it knows
  /// about the exception tables of recompiled functions. It needs 48 bytes.
  uint64_t unwinderObjects[maxUnwinders][8];
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
