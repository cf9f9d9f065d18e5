// Declares how the tool starts servers, and asks them for runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H

#include "State.h"
#include "Tables.h"

namespace pinstripe::native {

/// How a region of the target is mapped.
enum class MappingKind : uint32_t {
  SharedFile,  ///< Memory that tool and target share.
  PrivateFile, ///< A private copy of the content that the memory file has.
  Anonymous,   ///< Private memory, filled with zeros.
};

struct MappingRequest {
  uint64_t address, size;
  uint64_t offset;     ///< offset into the memory file
  uint32_t protection; ///< PROT_* flags of mmap
  MappingKind kind;
};

/// Bytes to put over code. To write them, the server makes the pages writable,
/// and then read-only again.
struct PatchRecord {
  uint64_t address;
  uint8_t size;
  uint8_t bytes[15];
};

/// General registers in the order of x86 encoding: rax, rcx, rdx, rbx, rsp,
/// rbp, rsi, rdi, r8...
struct GeneralRegisters {
  uint64_t value[16];
  uint64_t pc;
};

/// What happens at a call that the recorded run did not make at that place. Has
/// the values of pinstripe::UnrecordedCalls.
enum class UnrecordedCalls : uint32_t { Diverge, Skip, Run };

/// Says how to set up the target. It lies at the start of the memory file. The
/// injector maps it and the runtime's image, and enters `bootstrap`, which does
/// the rest.
struct Setup {
  uint32_t memoryFile; ///< descriptor of the memory file, closed by bootstrap
  /// A second descriptor of the memory file, for read-only mappings, so that
  /// the program can't make these writable.
  uint32_t readOnlyFile;
  uint32_t mappings; ///< number of MappingRequests at `mappingsOffset`
  uint32_t mappingsOffset;
  uint32_t patches; ///< number of PatchRecords at `patchesOffset`
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  uint32_t chunks;          ///< size of the ring buffer in chunks
  uint32_t hooks;           ///< number of HookRecords
  uint64_t threadIdAddress; ///< where the kernel clears the thread's id, or 0
  uint64_t poison;          ///< the poison pattern
  uint32_t poisonFrames;
  UnrecordedCalls unrecordedCalls;
  uint32_t isGuarded;
  uint32_t poisonSkipped;  ///< whether skipped events poison what they write
  uint32_t poisonComputed; ///< whether to poison computed stores, too
  /// For each level of the tables of computed stores: the index of the level's
  /// first block.
  uint32_t computedStarts[computedLevels];
  /// In live flow: address of libc's fflush, which is called in a program that
  /// is about to crash; 0 if the program has no fflush.
  uint64_t flush;
  /// Numbers of TargetRecords and RangeRecords in a recording of instructions.
  uint32_t targets, codeRanges;
  /// Addresses of glibc's stdin and stdout; 0 if the target has none.
  uint64_t standardInput, standardOutput;
  uint32_t watchSlots;   ///< number of watches
  uint32_t watchRecords; ///< number of WatchRecords
  uint32_t entryWatches; ///< number of WatchRecords whose key is an entry
  /// The descriptor of the standard input. The descriptors of output and error
  /// come after it, a pair for each output set.
  uint32_t standardFiles;
  uint32_t isHidden; ///< whether no run may access the server's memory
  /// The registers at the program's entry point, which each child restores.
  GeneralRegisters registers;
};

enum class Command : uint32_t { None, Run, MakeCheckpoint, Quit };

/// A page through which tool and server talk. The tool writes a command and
/// increments `command`, a futex; the server answers by incrementing `reply`.
struct ServerControl {
  uint32_t command;
  uint32_t reply;
  Command operation;
  uint32_t slot; ///< number of the server that MakeCheckpoint makes
  uint32_t child;
  uint32_t status;                ///< wait status of the child
  uint64_t crashPC;               ///< address of the child's last fatal signal
  uint64_t processorMicroseconds; ///< processor time of the child
  /// The errno of the server's first system call that failed; 0 if none failed.
  uint32_t failure;
  uint32_t failedCall;
  uint64_t eventLimit; ///< maximum number of events of a run; 0: no limit
  uint64_t fileLimit;  ///< maximum size in bytes of a file that the run writes
  /// Maximum number of processes and threads of the run at a time; 0: no limit.
  uint32_t processLimit;
  uint32_t go;       ///< set once the child is traced and may start
  uint32_t isServer; ///< whether the child became the server of a checkpoint
  /// In recordings: number of chunks that the program has written, and number
  /// that the tool has read.
  uint64_t chunksWritten, chunksRead;
  /// The changes that a run in live flow makes.
  ChangeRecord changes[maxChanges];
  uint32_t changeCount;
  /// For MakeCheckpoint in live flow: number of events before the checkpoint.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  /// Whether the child has left System V shared memory, semaphores or message
  /// queues.
  uint32_t hasLeftovers;
  uint32_t hasTooManyProcesses;
  uint32_t hasInput;  ///< whether the run has a standard input; else /dev/null
  uint32_t outputSet; ///< index of the pair of output files to use; runs: 0
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
