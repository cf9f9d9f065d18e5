// Declares how the tool starts servers, and asks them for runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H

#include "State.h"
#include "Tables.h"

namespace pinstripe::native {

/// How a region of memory is mapped into the process under test.
enum class MappingKind : uint32_t {
  SharedFile,  ///< Memory that the tool and the program share.
  PrivateFile, ///< A private copy of what the shared memory file holds.
  Anonymous,   ///< Private memory that is zero at first.
};

struct MappingRequest {
  uint64_t address, size;
  /// Offset in the shared memory file at which the region begins.
  uint64_t offset;
  /// How the region may be accessed, as PROT_* flags of mmap.
  uint32_t protection;
  MappingKind kind;
};

/// Bytes to write over the program's code. The server makes the pages writable
/// for that, and read-only again afterwards.
struct PatchRecord {
  uint64_t address;
  uint8_t size;
  uint8_t bytes[15];
};

/// The general registers in the order of their numbers in machine code: rax,
/// rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15.
struct GeneralRegisters {
  uint64_t value[16];
  uint64_t pc;
};

/// Says what happens when the program calls a function that the recorded run
/// did not call there. The values are those of pinstripe::UnrecordedCalls.
enum class UnrecordedCalls : uint32_t { Diverge, Skip, Run };

/// Says how to set up the process under test. It lies at the start of the
/// shared memory file. The tool maps it and the runtime's code into the process
/// and makes the process call `bootstrap`, which does the rest.
struct Setup {
  /// Descriptor of the shared memory file; bootstrap closes it.
  uint32_t memoryFile;
  /// A second descriptor of the shared memory file, which is open for reading
  /// only: what is mapped through it, the program can't make writable.
  uint32_t readOnlyFile;
  uint32_t mappings; ///< number of MappingRequests, from `mappingsOffset` on
  uint32_t mappingsOffset;
  uint32_t patches; ///< number of PatchRecords, from `patchesOffset` on
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  uint32_t chunks; ///< size of the raw trace's ring buffer, in chunks
  uint32_t hooks;  ///< number of HookRecords in their table
  /// Where the kernel clears the thread id when the thread ends
  /// (CLONE_CHILD_CLEARTID); 0 if libc has not set such a place.
  uint64_t threadIdAddress;
  uint64_t poison; ///< the pattern for memory that nothing has set (poison)
  uint32_t poisonFrames;
  UnrecordedCalls unrecordedCalls;
  uint32_t isGuarded;
  /// Whether poison goes where skipped events would have written.
  uint32_t poisonSkipped;
  /// Whether poison also goes to where skipped events would have written at
  /// addresses that only a recording of instructions can find out (see
  /// ComputedRange).
  uint32_t poisonComputed;
  /// For each level of the tables of computed stores (see ComputedRange), the
  /// index of its first block.
  uint32_t computedStarts[computedLevels];
  /// Address of libc's fflush, or 0 if the program has none. In live flow (the
  /// program runs by itself, except for a few changes) a crash is a result like
  /// others, so a program that is about to crash calls fflush first, and no
  /// output is lost.
  uint64_t flush;
  /// In recordings of instructions: the number of library functions in the
  /// table of TargetRecords, and that of functions in the table of
  /// RangeRecords.
  uint32_t targets, codeRanges;
  /// Addresses of glibc's variables `stdin` and `stdout`; 0 if the program does
  /// not use glibc.
  uint64_t standardInput, standardOutput;
  uint32_t watchSlots;   ///< number of watched values
  uint32_t watchRecords; ///< number of WatchRecords (for watched values)
  /// How many of the WatchRecords apply to each event of a statement entry, not
  /// to a single event.
  uint32_t entryWatches;
  /// The number of the first descriptor of the runs' standard files, which is
  /// for the standard input. The next numbers are for the outputs, a pair
  /// (standard output, standard error) for each output set.
  uint32_t standardFiles;
  uint32_t isHidden; ///< whether servers hide their memory from runs
  /// The registers at the program's entry point. Each child begins with them.
  GeneralRegisters registers;
};

enum class Command : uint32_t { None, Run, MakeCheckpoint, Quit };

/// The state of a child when a signal was last delivered to it. A copy of its
/// stack is at crashStackAddress.
struct SignalRecord {
  /// The pc is that of the instruction that raised the signal.
  GeneralRegisters registers;
  uint64_t faultAddress; ///< si_addr
  int32_t code;          ///< si_code
  uint32_t stackBytes;
};

/// A page through which tool and server talk. The tool writes a command and
/// increments `command`, a futex; the server answers by incrementing `reply`.
struct ServerControl {
  uint32_t command;
  uint32_t reply;
  Command operation;
  uint32_t slot; ///< for MakeCheckpoint: the number of the new server
  uint32_t child;
  uint32_t status; ///< wait status of the child
  /// Whether `signal` describes the signal that ended the child.
  uint32_t hasSignal;
  uint64_t processorMicroseconds; ///< processor time of the child
  /// The errno of the first system call of the server, or of its child, that
  /// failed; 0 if none failed.
  uint32_t failure;
  uint32_t failedCall;
  uint64_t eventLimit; ///< maximum number of events in a run; 0 means no limit
  /// Maximum size in bytes of each file that the run writes.
  uint64_t fileLimit;
  /// Maximum number of processes and threads that the run may have at a time; 0
  /// means no limit.
  uint32_t processLimit;
  uint32_t go; ///< becomes 1 when the child is traced, so it may start
  /// Whether the child has become the server of a checkpoint.
  uint32_t isServer;
  /// Used in recordings: how many chunks of the raw trace the program has
  /// written, and how many of these the tool has read.
  uint64_t chunksWritten, chunksRead;
  /// In live flow the program decides by itself where control goes, except for
  /// these changes.
  ChangeRecord changes[maxChanges];
  uint32_t changeCount;
  /// For MakeCheckpoint in live flow, where the program runs by itself: how
  /// many events the child executes before it becomes a checkpoint.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  /// Whether the child has left shared memory, semaphores or message queues of
  /// System V, which outlive it.
  uint32_t hasLeftovers;
  uint32_t hasTooManyProcesses;
  uint32_t hasInput;  ///< whether the run has a standard input; else /dev/null
  uint32_t outputSet; ///< index of the pair of output files; runs use pair 0
  SignalRecord signal;
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
