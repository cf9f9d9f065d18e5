//===- Commands.h - How the tool starts servers and runs --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H

#include "State.h"
#include "Tables.h"

namespace pinstripe::native {

struct MappingRequest {
  uint64_t address, size;
  uint64_t offset;     ///< into the memory file
  uint32_t protection; ///< PROT_*
  uint32_t kind;       ///< 0 shared file, 1 private file, 2 private anonymous
};

/// Bytes to put over code. The pages are made writable and back.
struct PatchRecord {
  uint64_t address;
  uint8_t size;
  uint8_t bytes[15];
};

/// In the order of x86 encoding: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8...
struct GeneralRegisters {
  uint64_t value[16];
  uint64_t pc;
};

/// At the start of the memory file. The injector maps it, and the image, and
/// enters `bootstrap`, which does the rest.
struct Setup {
  uint32_t memoryFile; ///< descriptor in the target, closed by bootstrap
  /// The same for what is mapped read-only: so it can't be made writable.
  uint32_t readOnlyFile;
  uint32_t mappings; ///< MappingRequest[], at `mappingsOffset` from here
  uint32_t mappingsOffset;
  uint32_t patches; ///< PatchRecord[], at `patchesOffset` from here
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  uint32_t chunks;          ///< of the ring
  uint32_t hooks;           ///< HookRecords
  uint64_t threadIdAddress; ///< set_tid_address of the target, or 0
  uint64_t poison;          ///< the word, if poisonFrames
  uint32_t poisonFrames;
  uint32_t unrecorded; ///< 0 diverge, 1 skip, 2 run
  uint32_t isGuarded;
  uint32_t poisonSkipped;  ///< what skipped events would have written
  uint32_t poisonComputed; ///< with the tables of computed stores
  /// By level: where its blocks begin among the starts.
  uint32_t computedStarts[computedLevels];
  /// In live flow: libc's fflush, for a program that crashes; 0: none.
  uint64_t flush;
  /// Of detailed recordings.
  uint32_t targets, codeRanges;
  /// The FILE objects of glibc; 0: there are none.
  uint64_t standardInput, standardOutput;
  uint32_t watchSlots;   ///< 0: nothing is watched
  uint32_t watchRecords; ///< all of them
  uint32_t entryWatches; ///< of them, those whose key is an entry
  /// The descriptor of the standard input; those of output and error, a pair
  /// for each set, follow.
  uint32_t standardFiles;
  uint32_t isHidden; ///< no run gets at the server's memory
  /// Of the program's entry point, to be restored in each child.
  GeneralRegisters registers;
};

enum class Command : uint32_t { None, Run, MakeCheckpoint, Quit };

/// Commands go through `command` (a futex; the tool counts it up), answers
/// through `reply`. While a child runs, `child` is its pid.
struct ServerControl {
  uint32_t command;
  uint32_t reply;
  Command operation;
  uint32_t slot; ///< of MakeCheckpoint: the new server's
  uint32_t child;
  uint32_t status;                ///< wait status of the child
  uint64_t crashPC;               ///< where the last fatal signal arose
  uint64_t processorMicroseconds; ///< spent by the child
  uint32_t failure; ///< errno of a system call of the server, 0: none
  uint32_t failedCall;
  uint64_t eventLimit;   ///< 0: none
  uint64_t fileLimit;    ///< bytes of the largest file
  uint32_t processLimit; ///< with threads, at a time; 0: none
  uint32_t go;           ///< the child may start: it is being traced
  uint32_t isServer;     ///< of a checkpoint: ready
  /// Recording: chunks written so far, and read so far.
  uint64_t chunksWritten, chunksRead;
  ChangeRecord changes[maximumChanges]; ///< of runs in live flow
  uint32_t changeCount;
  /// Of MakeCheckpoint in live flow: the events before it.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  /// The child has left shared memory, semaphores or message queues.
  uint32_t hasLeftovers;
  uint32_t hasTooManyProcesses;
  uint32_t hasInput;  ///< else it is /dev/null
  uint32_t outputSet; ///< which pair of output files: that of runs is 0
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
