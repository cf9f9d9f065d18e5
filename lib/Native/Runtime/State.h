//===- State.h - The image, and how far a run is ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H

#include "Addresses.h"
#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

//===----------------------------------------------------------------------===//
// The image
//===----------------------------------------------------------------------===//

/// At the start of the image, which is linked at runtimeBase. Absolute
/// addresses; hook code jumps through these cells.
struct ImageHeader {
  uint64_t magic;
  uint64_t end;          ///< of code and constants
  uint64_t bootstrap;    ///< entered once, by the injector; does not return
  uint64_t dispatch;     ///< slow path of hooks; r10d: hook
  uint64_t enter;        ///< function entries and libc's exit; r11d: hook
  uint64_t record;       ///< no room in the chunk; r10d: hook
  uint64_t replaceVFork; ///< in place of libc's vfork; r11d: hook
  uint64_t poisonBegin, poisonEnd; ///< stores that may run off the stack
  uint64_t poisonRecovery;         ///< where to go on then
  uint64_t checkpointReached;      ///< behind the int3 of a new server
  uint64_t live;        ///< slow path of hooks in live flow; r10d: hook
  uint64_t lastWords;   ///< where the last call of a crashed process returns to
  uint64_t wordsSpoken; ///< behind the int3 there
  /// Detailed recording; r10: where to go on.
  uint64_t makeRoom;      ///< no room in the chunk; sets r11 to the cursor
  uint64_t libraryReturn; ///< back from the library call of `pendingReturn`
  uint64_t libraryCall;   ///< r10d: hook, r11: what an indirect call calls
  uint64_t compareThread; ///< another thread, or the first one
  uint64_t operand;       ///< an operand that is forced; r10d: hook
};
constexpr uint64_t imageMagic = 0x31656e6972747350; // "Pstrine1"

//===----------------------------------------------------------------------===//
// State of the process under test
//===----------------------------------------------------------------------===//

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  LiveRecording ///< live flow of which every event is recorded
};

/// Without changes.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Private. All zero in a forked child of the program: no fast path then
/// succeeds, and the slow paths let it pass.
struct ProcessState {
  /// rbp of the top activation; 0 if no fast path. In live flow: where the
  /// next arrival is sent elsewhere; 0: nowhere.
  uint64_t frame;
  uint64_t cursor;   ///< recording: where the next record goes
  uint64_t chunkEnd; ///< recording: cursor must be below
  uint64_t isLive;   ///< 1 in the process under test
  uint64_t savedStackPointer;
  uint64_t threadPointer; ///< fs base of the one thread that may run
  uint64_t target;        ///< where the slow path goes on
  /// Kept during vfork.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Live flow: what lies between `strayCountdown` and the countdown that
  /// hooks use. 0 in forked children, whose events count for nothing.
  uint64_t countdownOffset;
  uint64_t vforkCursor; ///< as the others above
  /// At a forced operand: the flags, and where to go on.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of an Activation; 0: none
  uint64_t chunk;         ///< recording: index of the current chunk
  RunMode mode;
  uint32_t everyEntry; ///< live flow: its hooks come here each time; entry + 1
  uint32_t pendingFunction; ///< live flow: that of `frame`
  /// Of the server that this process is, or was forked by.
  uint32_t slot;
  /// While a checkpoint is made: the slot of the new server; else 0.
  uint32_t checkpointSlot;
  /// Processes that became servers, by slot; 0: none.
  uint32_t checkpoints[serverSlots];
  uint32_t lastStamp;     ///< of the entries whose stores were poisoned
  uint32_t pendingChange; ///< live flow: which of them `frame` waits for
  uint64_t replacedWord;  ///< what was there before a ReplaceBefore
  uint32_t hasReplaced;   ///< replacedWord is known
  /// Detailed recording: what hooks in the middle of anything put aside.
  uint64_t savedRAX, savedR10, savedR11;
  /// The hook at which the innermost library call returns, + 1; 0: none.
  uint32_t pendingReturn;
};

enum class EndKind : uint32_t {
  None,
  Diverged,
  DecidedOtherwise,
  EventLimit,
  Failed
};
/// As Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// Shared, so that it survives the process. `executed` and `last` are as of
/// `mark`: since then position - mark events were executed. No two neighbours
/// are read together: what hooks have just stored can't be forwarded then.
struct RunState {
  uint32_t position; ///< of the next event of the top activation
  uint8_t returnExecuted;
  uint8_t unused[3];
  uint32_t runEnd; ///< events [position, runEnd) are all included
  uint32_t mark;
  uint64_t executed;
  uint32_t last; ///< position of the last event executed, or none
  EndKind end;
  DivergeReason reason;
  uint32_t function; ///< with which it diverged
  uint64_t detail;   ///< of Failed: for the message
  /// Of DecidedOtherwise: the position of the condition, and the entry at which
  /// control arrived; none: the exit.
  uint32_t condition, arrived;
};

/// Live flow; shared, as RunState. goal - countdown events were executed.
struct LiveState {
  uint64_t countdown; ///< events up to the next one that matters
  uint64_t goal;      ///< the number of that one
  /// What an operand was last forced to come to, + 1; 0: none was.
  uint32_t forcedValue;
};
static_assert(sizeof(RunState) <= liveStateAddress - runStateAddress);

/// As LiveChange::Kind.
enum class ChangeKind : uint8_t {
  Switch,
  Omit,
  Force,
  ReplaceBefore,
  ReplaceAfter
};
/// As pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// As pinstripe::LiveChange, whose targets are entries; none: the end of the
/// function.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  uint8_t size; ///< of a MemoryValue: bytes
  uint32_t entry;
  uint32_t event;
  uint32_t isInFrame; ///< of a MemoryValue, as those that follow
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
constexpr uint32_t maximumChanges = 40;

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_STATE_H
