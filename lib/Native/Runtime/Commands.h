// Declares the commands by which the tool starts servers and asks them for
// runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server is a process of the program under test that has stopped at its entry
// point or later. It forks a child for each run.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H

#include "State.h"
#include "Tables.h"

namespace pinstripe::native {

/// Says how a region of memory is mapped into the process under test.
enum class MappingKind : uint32_t {
  SharedFile, ///< The tool and the program share the memory.
  /// The process has a private copy of a part of the file that it shares with
  /// the tool.
  PrivateFile,
  Anonymous, ///< The memory belongs to the process alone, and is zero at first.
};

struct MappingRequest {
  uint64_t address, size;
  /// Offset in the shared memory file at which the region begins.
  uint64_t offset;
  /// How the region may be accessed, as PROT_* flags of mmap.
  uint32_t protection;
  MappingKind kind;
};

/// Bytes that the server (the process from which runs are forked) writes over
/// the program's code. The server makes the pages of the code writable before
/// it writes the bytes, and read-only again afterwards.
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

/// Says how the unwinder of exceptions learns about recompiled functions. At
/// frameTablesAddress there are pointers to the frame descriptions (.eh_frame)
/// of these functions, with a null pointer at the end. A sorted list of the
/// descriptions follows.
struct FrameTables {
  /// Addresses of the function __register_frame_info_table of libgcc. This
  /// function gives the unwinder the pointers to the frame descriptions. A
  /// process can have two unwinders: one in the library libgcc_s, and one in a
  /// program that was linked with -static-libgcc. The address for a missing
  /// unwinder is 0.
  uint64_t registerTables[maxUnwinders];
  /// Address of the sorted list of frame descriptions. The list has the form
  /// that libgcc uses itself: an unused word, the number of descriptions, and a
  /// pointer to each. 0 if there is no list; the unwinder then sorts the
  /// descriptions itself.
  uint64_t sorted;
  uint64_t count;
  /// Address of the first recompiled function that has a frame description.
  uint64_t firstFunction;
};

/// Says how a run continues if the program makes a call that the recorded run
/// did not make at this point. The values are those of
/// pinstripe::UnrecordedCalls.
enum class UnrecordedCalls : uint32_t { Diverge, Skip, Run };

/// Describes how to set up the process under test. The Setup lies at the start
/// of the shared memory file. The tool maps the Setup and the runtime (the
/// tool's code in the process) into the process. Then the tool makes the
/// process call the function `bootstrap` of the runtime, which does the rest.
struct Setup {
  /// Descriptor of the shared memory file. The function bootstrap closes it.
  uint32_t memoryFile;
  /// A second descriptor of the shared memory file, open for reading only.
  /// Memory that is mapped through it can't be made writable by the program.
  uint32_t readOnlyFile;
  /// Number of MappingRequests (regions of memory to be mapped). They begin
  /// `mappingsOffset` bytes after the start of the Setup.
  uint32_t mappings;
  uint32_t mappingsOffset;
  /// Number of PatchRecords; each holds bytes to be written over the program's
  /// code. The PatchRecords begin `patchesOffset` bytes after the start of the
  /// Setup.
  uint32_t patches;
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  /// The size of the raw trace's ring buffer, in chunks. The raw trace is the
  /// log of a recording.
  uint32_t chunks;
  uint32_t hooks; ///< number of HookRecords (at hooksAddress)
  /// Address of the word that the kernel sets to 0 when the thread ends
  /// (CLONE_CHILD_CLEARTID). 0 if libc has asked for no such word.
  uint64_t threadIdAddress;
  /// A pattern that is written in place of values that were never computed, for
  /// example because the statements that compute them were skipped. The pattern
  /// is called poison.
  uint64_t poison;
  uint32_t poisonFrames;
  UnrecordedCalls unrecordedCalls;
  uint32_t isGuarded;
  /// The size in bytes of an element in the table at `unitsAddress`. The table
  /// tells at which statement entry (an address at which a statement can begin)
  /// each recorded event began.
  uint32_t entryWidth;
  /// True if the memory that a skipped event would have written is filled with
  /// a pattern (poisoned).
  uint32_t poisonSkipped;
  /// True if the memory of skipped computed stores is filled with a pattern
  /// (poisoned), too. A computed store writes to an address that only a
  /// recording of instructions can find out; see ComputedRange.
  uint32_t poisonComputed;
  /// The table at computedStartsAddress tells for each block of events where
  /// the computed stores of the block begin; see ComputedRange. Blocks have
  /// several sizes (levels). The element of this array for a size is the index
  /// in that table of the first block of this size.
  uint32_t computedStarts[computedLevels];
  /// Address of libc's function fflush, which is called before a signal ends
  /// the process. Otherwise the output of a crashed run would be lost. 0 if the
  /// program has no fflush, or if the run is not in live flow. In live flow,
  /// the program runs normally except for a few changes.
  uint64_t flush;
  /// Numbers of elements in two tables that recordings of instructions use.
  /// `targets` is the number of TargetRecords, which describe library
  /// functions. `codeRanges` is the number of RangeRecords, which describe
  /// functions whose instructions are recorded.
  uint32_t targets, codeRanges;
  /// Addresses in glibc: of the object that `stdin` points to, and of the
  /// pointer to the first of all open streams. 0 if the program does not use
  /// glibc.
  uint64_t standardInput, openStreams;
  /// Number of ExchangeRecords, each for a function that was recompiled with
  /// mutations (small changes of the source).
  uint32_t exchanges;
  FrameTables frameTables;
  uint32_t watchSlots; ///< number of values that `--watch` compares
  /// Number of WatchRecords. Each says when to read values for `--watch`.
  uint32_t watchRecords;
  /// Number of the WatchRecords that apply to all executions of a statement. A
  /// WatchRecord says when to read a value for `--watch`. All other
  /// WatchRecords apply to one execution only.
  uint32_t entryWatches;
  /// The first of several descriptors with consecutive numbers. The first one
  /// is the file that runs read as their standard input. Pairs of files for the
  /// standard output and standard error of runs follow.
  /// ServerControl::outputSet selects a pair.
  uint32_t standardFiles;
  /// True if each server makes its memory inaccessible to the runs that it
  /// forks, so that they can't read or change it.
  uint32_t isHidden;
  /// True if this process is a run itself, whose threads take turns. The tool
  /// traces it. False if the process is a server, which forks runs.
  uint32_t takesTurns;
  /// The registers at the program's entry point. Each child begins with them.
  GeneralRegisters registers;
};

enum class Command : uint32_t { None, Run, MakeCheckpoint, Quit };

/// The state of a child at the last signal that it got. A copy of the top of
/// the child's stack is at crashStackAddress.
struct SignalRecord {
  /// The registers of the child. The program counter is the address of the
  /// instruction that raised the signal.
  GeneralRegisters registers;
  uint64_t faultAddress; ///< si_addr
  int32_t code;          ///< si_code
  uint32_t stackBytes;
};

/// A page by which the tool and a server communicate. A server is a process
/// that forks a child for each run. The tool writes a command and increments
/// the futex `command`. The server answers by incrementing `reply`.
struct ServerControl {
  uint32_t command;
  uint32_t reply;
  Command operation;
  /// For the command MakeCheckpoint, the number of the server that the
  /// checkpoint becomes.
  uint32_t slot;
  uint32_t child;
  uint32_t status; ///< The wait status with which the child ended.
  /// True if `signal` describes the signal that ended the child.
  uint32_t hasSignal;
  /// The processor time that the child has used, in microseconds.
  uint64_t processorMicroseconds;
  /// The errno of the first system call that failed in the server or in its
  /// child; 0 if none failed.
  uint32_t failure;
  uint32_t failedCall;
  /// Maximum number of events (executions of statements) in a run; 0 means no
  /// limit.
  uint64_t eventLimit;
  /// Maximum size in bytes of each file that the run writes; 0 means no limit.
  uint64_t fileLimit;
  /// Maximum number of processes and threads that the run may have at a time; 0
  /// means no limit.
  uint32_t processLimit;
  /// The server sets this to 1 when it has begun to trace the child. The child
  /// waits for that before it starts the run.
  uint32_t go;
  /// True if the child has become a checkpoint: a server that forks runs which
  /// begin in the middle of the program.
  uint32_t isServer;
  /// How many chunks of the log of a recording the program has written, and how
  /// many of them the tool has read. Used in recordings only.
  uint64_t chunksWritten, chunksRead;
  /// The changes that are made in live flow, in which the program runs normally
  /// except for these changes.
  ChangeRecord changes[maxChanges];
  uint32_t changeCount;
  /// For the command MakeCheckpoint in live flow (the program runs normally
  /// except for a few changes): how many events the child executes before it
  /// becomes a checkpoint, a process from which later runs are forked. An event
  /// is one execution of a statement.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  /// True if the child has left behind shared memory, semaphores or message
  /// queues of System V.
  uint32_t hasLeftovers;
  uint32_t hasTooManyProcesses;
  /// True if the run has a standard input of its own, false if it reads
  /// /dev/null.
  uint32_t hasInput;
  /// Index of the pair of output files that the child uses as standard output
  /// and standard error. For the command Run, the index is 0. For the command
  /// MakeCheckpoint, it is the number of the new server.
  uint32_t outputSet;
  SignalRecord signal;
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
