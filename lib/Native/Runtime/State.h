// Declares the header of the runtime's code, and the state of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pinstripe's runtime is the part of the tool that is executed inside the
// process under test.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H

#include "Addresses.h"
#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

// The image

/// The header at the start of the runtime's code, at runtimeBase. It holds
/// addresses of places in this code. Hooks jump to most of these places. A hook
/// is code to which a patched instruction of the program jumps.
struct ImageHeader {
  uint64_t end; ///< the address at which the runtime's code and constants end
  /// Address of the code of Pinstripe's runtime that the tool makes the program
  /// execute first. This code never returns.
  uint64_t bootstrap;
  /// The hooks at statements and at function exits jump to this address if the
  /// run executes a given set of events. r10d holds the index of the hook.
  uint64_t dispatch;
  /// The hooks at function entries jump to this address, and so do the hooks in
  /// libc's exit() and getrandom(). r11d holds the index of the hook.
  uint64_t enter;
  /// A hook jumps to this address if the current chunk of the log of a
  /// recording is full. r10d holds the index of the hook.
  uint64_t record;
  /// Address of the code that replaces libc's vfork. The hook in vfork jumps to
  /// this code. r11d holds the index of the hook.
  uint64_t replaceVFork;
  /// The addresses [poisonBegin, poisonEnd) of the runtime's code that fills or
  /// copies memory of the program. A fault in this code is not an error: it
  /// only means that the memory is not accessible.
  uint64_t poisonBegin, poisonEnd;
  /// If Pinstripe's runtime faults while it fills or copies memory of the
  /// program, the process continues at this address. The server, which has
  /// forked the process and traces it, sets its program counter.
  uint64_t poisonRecovery;
  /// The address just after the int3 at which a process stops when it becomes
  /// the server of a checkpoint. The process that traces it recognises the stop
  /// by this address. A checkpoint is a stopped process in the middle of a run.
  uint64_t checkpointReached;
  /// A hook at a statement or function exit jumps to this address if
  /// Pinstripe's runtime may have work to do there. r10d holds the index of the
  /// hook. Used only in live flow, in which the program runs normally except
  /// for a few changes.
  uint64_t live;
  /// Before a crash ends a process, the process is made to call fflush. This is
  /// the address to which the call returns. An int3 there stops the process, so
  /// that its tracer can go on.
  uint64_t flushReturn;
  /// The address just after the int3 at `flushReturn`. A process that has
  /// stopped at this address has returned from its final call of fflush.
  uint64_t flushed;
  /// The address to which a hook of a recording of instructions jumps if the
  /// current chunk of the log is full. r10 holds the address at which the hook
  /// continues. The runtime puts the address of the next record of the log into
  /// r11.
  uint64_t makeRoom;
  /// A hook jumps to this address when a library call has returned. r10 holds
  /// the address at which to continue. Used in recordings of instructions. See
  /// also ProcessState::pendingReturn.
  uint64_t libraryReturn;
  /// A hook jumps to this address before a call of a library function. r10d
  /// holds the index of the hook. r11 holds the called address if the call is
  /// indirect. Used in recordings of instructions.
  uint64_t libraryCall;
  /// A hook jumps to this address if the current thread is not the one in
  /// ProcessState::threadPointer. If that field is 0, Pinstripe's runtime
  /// stores the current thread in it. Otherwise the current thread is a second
  /// thread, and the runtime ends the run. r10 holds the address at which to
  /// continue.
  uint64_t compareThread;
  /// The hook at an operand of `&&`, `||` or `?` jumps to this address if the
  /// operand's value is forced. r10d holds the index of the hook.
  uint64_t operand;
  /// If threads take turns, a hook jumps to this address if the tool has to
  /// decide whether the thread may pass it. r11d holds the index of the hook.
  /// An int3 stops the thread, with all registers as at the hook.
  uint64_t turn;
  uint64_t turnStop; ///< The address just after the int3 at `turn`.
};

// State of runs

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  /// The program runs normally except for a few changes. Each execution of a
  /// statement is recorded.
  LiveRecording
};

/// Returns true if runs in this mode record the unchanged program.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Returns true if runs in this mode are in live flow. In live flow the program
/// runs normally, except for the changes that were asked for.
constexpr bool isLive(RunMode mode) {
  return mode == RunMode::Live || mode == RunMode::LiveRecording;
}

/// Says how far the tool has let a thread pass hooks.
enum class HookPass : uint64_t {
  None,
  /// The thread may pass the next hook, and further ones until its turn ends.
  Next,
  OnlyNext ///< The thread may pass the next hook only.
};

/// The state of one process, which Pinstripe's runtime keeps in private memory.
/// If the program forks, the kernel gives the new process zeros in place of
/// this state. So hooks do nothing in the new process: if they call the
/// runtime, it returns at once.
struct ProcessState {
  /// The frame address (rbp) of the innermost call. It is 0 if each hook must
  /// call Pinstripe's runtime.
  ///
  /// In live flow (the program runs normally except for a few changes), the
  /// field has another meaning: it is the frame address of the call in which a
  /// change waits until it is completed; 0 if no change waits.
  uint64_t frame;
  /// In recordings: the address at which the next record of the log is written.
  uint64_t cursor;
  /// In recordings: the current chunk of the log is full when `cursor` reaches
  /// this address.
  uint64_t chunkEnd;
  /// The value is 1 while hooks have to do their work. It is 0 while they must
  /// do nothing: in processes that the program forks, and during the call of
  /// fflush before a signal ends the process.
  uint64_t isLive;
  uint64_t savedStackPointer;
  /// The thread pointer (fs:0) of the only thread that may execute hooks. It is
  /// 0 before the first hook. If threads take turns, it is 0 whenever the tool
  /// has to be asked at each hook.
  uint64_t threadPointer;
  /// Address at which the program continues after a hook has called Pinstripe's
  /// runtime.
  uint64_t target;
  /// Values that are saved while a vfork is under way: the index of vfork's
  /// hook, and the fields `frame`, `chunkEnd` and `countdownOffset`. Meanwhile
  /// the three fields are 0, so that hooks do nothing in the child of vfork,
  /// which shares this memory.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// The distance in bytes from `strayCountdown` to the number that hooks
  /// decrement to count events. A process that the program forks must not
  /// change that number. In such a process all of this state is zero, so the
  /// distance is 0, and hooks decrement `strayCountdown`, whose value does not
  /// matter. Used only in live flow, in which the program runs normally except
  /// for a few changes.
  uint64_t countdownOffset;
  /// The value of `cursor`, saved while a vfork is under way.
  uint64_t vforkCursor;
  /// Used while the value of an operand of `&&`, `||` or `?` is forced. The
  /// program then continues at the address in `resume`, with the processor
  /// flags in `flags`.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of the innermost call's Activation, or 0
  /// In recordings: the index of the chunk of the log that is being filled.
  uint64_t chunk;
  RunMode mode;
  /// The number of the statement entry (an address at which a statement can
  /// begin) at which hooks always call Pinstripe's runtime, plus 1. The reason
  /// is a change that applies to each execution of this statement. The value is
  /// 0 if there is no such change. Used only in live flow, in which the program
  /// runs normally except for a few changes.
  uint32_t everyEntry;
  /// A change in live flow can begin before a statement is executed and be
  /// completed after it. While such a change waits, this field is the number of
  /// the function in whose frame it waits.
  uint32_t pendingFunction;
  /// If this process is a server: its number. If this process is a run: the
  /// number of the server that has forked it.
  uint32_t slot;
  /// The number of the checkpoint that this process is to become; 0 if it is to
  /// become none. A checkpoint is a stopped process in the middle of a run.
  uint32_t checkpointSlot;
  /// Process ids of the children that have become servers of checkpoints, from
  /// which further runs are forked. The index is the number of the server. 0
  /// means that there is no server with this number.
  uint32_t checkpoints[serverSlots];
  /// The number of the latest pass. A pass writes poison (a pattern) into the
  /// memory that skipped events would have changed. To handle each statement
  /// entry (address at which a statement can begin) only once, the pass marks
  /// the entries that it has handled with its number; see stampsAddress.
  uint32_t lastStamp;
  /// A change in live flow can begin before a statement is executed and be
  /// completed after it. While such a change waits, this field is the index of
  /// the change.
  uint32_t pendingChange;
  /// The value that a change of the kind ReplaceBefore has overwritten before
  /// the execution of a statement. After the statement, this old value is
  /// restored, unless the program has changed the memory itself.
  uint64_t replacedWord;
  /// True if `replacedWord` holds an old value, saved by a change of the kind
  /// ReplaceBefore.
  uint32_t hasReplaced;
  /// Values of three registers and the flags of the program. In recordings of
  /// instructions, hooks save the values here before they use the registers.
  uint64_t savedRAX, savedR10, savedR11, savedFlags;
  /// The processor flags at the hook that was executed last, in the form that
  /// addDecision (ConditionFlags.h) expects. Hooks of statements and function
  /// exits store them in guarded flow, in which each condition must decide as
  /// in the recorded run.
  uint64_t decision;
  /// The hook at the address to which the innermost library call will return:
  /// its index plus 1. 0 if no library call is in progress.
  uint32_t pendingReturn;
  /// The stack of Activations of the thread that executes hooks: its first
  /// element, and the address after its last one.
  uint64_t bottomActivation, activationsEnd;
  /// Says whether the tool has let the thread pass the hook to which control
  /// comes next, so that the tool is not asked there. Used only if threads take
  /// turns.
  HookPass pass;
};

enum class EndKind : uint32_t {
  None,
  Diverged,
  DecidedOtherwise,
  EventLimit,
  Failed
};
/// Says why a run can't follow the recorded run any further. The values are
/// those of Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// Says which events a run has executed so far. An event is one execution of a
/// statement. The memory is shared with the tool, so the tool can read it when
/// the process has ended.
///
/// To count an event, the hook of a statement increments only `position`.
/// `executed` and `last` keep the values that they had when `position` was
/// equal to `mark`. So the number of executed events is `executed` + `position`
/// - `mark`.
///
/// Hooks store the fields one by one. Code must not read two neighbouring
/// fields with one load. Such a load would wait until both stores have reached
/// the cache.
struct RunState {
  /// The next recorded event of the innermost call, as an index in EventsByCall
  /// (the events sorted by call).
  uint32_t position;
  uint8_t returnExecuted;
  uint8_t unused[3];
  /// The run executes all events in [position, runEnd). Hooks count these
  /// events without a call of Pinstripe's runtime.
  uint32_t runEnd;
  uint32_t mark;
  uint64_t executed;
  /// The event that was executed last, as an index in EventsByCall (the events
  /// sorted by call). It is none if no event was executed.
  uint32_t last;
  EndKind end;
  DivergeReason reason;
  /// The function in which the run has diverged from the recorded run.
  uint32_t function;
  /// For EndKind::Failed: the number of the reason for the failure.
  uint64_t detail;
  /// For EndKind::DecidedOtherwise, the end of a run in which a condition has
  /// not decided as recorded: `condition` is that condition, as an index in
  /// EventsByCall (the events sorted by call). `arrived` is the statement entry
  /// to which control has gone instead; none if control has gone to the
  /// function's exit.
  uint32_t condition, arrived;
  /// The digest of all decisions of the run; see RunResult::decisions.
  uint64_t decisions;
  /// Used only if threads take turns. The tool is asked at a statement if
  /// `executed` is `turnEnd`, or if the next event of the thread comes after
  /// the event with the number `nextOfOthers` in order of time, which is the
  /// next event of another thread; `none` if there is no such event.
  uint64_t turnEnd;
  uint32_t nextOfOthers;
};
/// The value of RunState::turnEnd if the turn has no end.
constexpr uint64_t endlessTurn = uint64_t(1) << 62;

/// Counts the events (executions of statements) of a run in live flow, in which
/// the program runs normally except for a few changes. The number of executed
/// events is goal - countdown. The memory is shared with the tool, so the tool
/// can read it when the process has ended.
struct LiveState {
  /// The number of events until a hook must call Pinstripe's runtime.
  uint64_t countdown;
  /// The number of the next event at which hooks must call Pinstripe's runtime.
  /// The first event of the run has the number 1.
  uint64_t goal;
  /// The value that the program's last forced operand of `&&`, `||` or `?` was
  /// forced to have, plus 1: the field is 1 for false and 2 for true. It is 0
  /// if no operand was forced.
  uint32_t forcedValue;
};
static_assert(sizeof(RunState) <= liveStateAddress - runStateAddress);

/// The kinds of changes in live flow. Apart from the changes, the program runs
/// normally. The values are those of pinstripe::LiveChange::Kind.
enum class ChangeKind : uint8_t {
  Switch,
  Omit,
  Force,
  ReplaceBefore,
  ReplaceAfter,
  Mutate,
  Overwrite
};
/// The value that an operand of `&&`, `||` or `?` is made to have: false, true,
/// or the opposite of its own value. The numbers are those of
/// pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// A change to what the program does by itself; see pinstripe::LiveChange. A
/// change of control flow sends control to `target`, a statement entry (an
/// address at which a statement can begin). If `hasInverse` is set, and the
/// program is about to go to `target` anyway, control is sent to `inverse`
/// instead. In both fields, none stands for the function's exit.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  /// For a change of the kind ReplaceBefore or ReplaceAfter: the size of the
  /// replaced value in bytes.
  uint8_t size;
  uint32_t entry;
  uint32_t event;
  /// For a change of the kind ReplaceBefore or ReplaceAfter: tells what `place`
  /// is. If true, `place` is a distance from rbp; if false, an address.
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
    /// For a change of the kind Overwrite: the index of its first
    /// OverwriteRecord, and the number of its OverwriteRecords.
    struct {
      uint32_t firstRange, ranges;
    };
  };
};
constexpr uint32_t maxChanges = 40;

/// A range of memory that a change of the kind Overwrite overwrites.
struct OverwriteRecord {
  /// The start of the overwritten range: its distance from rbp if `isInFrame`
  /// is true, otherwise its address.
  uint64_t place;
  uint32_t isInFrame;
  uint32_t size;
  /// The place of the new bytes, as a distance from overwritesAddress.
  uint64_t bytes;
};

constexpr uint32_t maxUnwinders = 2;

/// Tells which mutation (small change of the source) is in force in this
/// process. The mutation is chosen once in a run: at its start, or at the
/// checkpoint from which it is forked.
struct MutationState {
  /// The number of the mutation (small change of the source) in force; 0 if
  /// there is none. All recompiled functions read this field as a variable of
  /// type `int`.
  uint32_t number;
  /// The recompiled functions that this process executes. They are those of the
  /// ExchangeRecords with indices in [firstExchange, endExchange).
  uint32_t firstExchange, endExchange;
  uint32_t unused;
  /// Memory for the exception unwinders of libgcc. Each unwinder needs 48
  /// bytes, in which it notes what it knows about the exception tables of
  /// recompiled functions.
  uint64_t unwinderObjects[maxUnwinders][8];
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
