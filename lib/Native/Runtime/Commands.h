// Declares how the tool starts servers, and asks them for runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H

#include "State.h"
#include "Tables.h"

namespace pinstripe::native {

/// How a region of the target is mapped.
enum class MappingKind : uint32_t {
  SharedFile,  ///< Shared with the tool: each side sees what the other writes.
  PrivateFile, ///< A private copy of the content in the memory file.
  Anonymous,   ///< Private memory, zero at first.
};

struct MappingRequest {
  uint64_t address, size;
  uint64_t offset;     ///< into the memory file
  uint32_t protection; ///< PROT_*
  MappingKind kind;
};

/// Bytes to put over code. The server makes the pages writable for that, and
/// read-only again.
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

/// What happens at a call that the recording does not have at that place. Has
/// the values of pinstripe::UnrecordedCalls.
enum class UnrecordedCalls : uint32_t { Diverge, Skip, Run };

/// How the target is to be set up, at the start of the memory file. The
/// injector maps this and the image, and enters `bootstrap`, which does the
/// rest.
struct Setup {
  uint32_t memoryFile; ///< descriptor in the target, closed by bootstrap
  /// A second descriptor of the same file, for read-only mappings, so that the
  /// program can't make them writable.
  uint32_t readOnlyFile;
  uint32_t mappings; ///< MappingRequest[], at `mappingsOffset` from here
  uint32_t mappingsOffset;
  uint32_t patches; ///< PatchRecord[], at `patchesOffset` from here
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  uint32_t chunks;          ///< size of the ring in chunks
  uint32_t hooks;           ///< number of HookRecords
  uint64_t threadIdAddress; ///< set_tid_address of the target, or 0
  uint64_t poison;          ///< the poison pattern
  uint32_t poisonFrames;
  UnrecordedCalls unrecordedCalls;
  uint32_t isGuarded;
  uint32_t poisonSkipped;  ///< poison what skipped events would have written
  uint32_t poisonComputed; ///< poison computed stores as well
  /// For each level of the tables of computed stores: the index of its first
  /// block.
  uint32_t computedStarts[computedLevels];
  /// For live flow: address of libc's fflush, which is called in a program that
  /// crashes; 0 if there is none.
  uint64_t flush;
  /// Sizes of the tables of detailed recordings.
  uint32_t targets, codeRanges;
  /// Addresses of glibc's FILE objects; 0 if there are none.
  uint64_t standardInput, standardOutput;
  uint32_t watchSlots;   ///< number of watches
  uint32_t watchRecords; ///< number of WatchRecords
  uint32_t entryWatches; ///< number of WatchRecords whose key is an entry
  /// The descriptor of the standard input. After it come those of output and
  /// error, a pair for each set.
  uint32_t standardFiles;
  uint32_t isHidden; ///< no run may access the server's memory
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
  uint32_t slot; ///< MakeCheckpoint: slot of the new server
  uint32_t child;
  uint32_t status;                ///< wait status of the child
  uint64_t crashPC;               ///< address of the last fatal signal
  uint64_t processorMicroseconds; ///< processor time of the child
  /// The errno of the server's first system call that failed, or 0.
  uint32_t failure;
  uint32_t failedCall;
  uint64_t eventLimit; ///< maximum number of events; 0 if there is no limit
  uint64_t fileLimit;  ///< maximum size of a file in bytes
  /// Maximum number of processes and threads at a time; 0 if there is no limit.
  uint32_t processLimit;
  uint32_t go;       ///< set once the child is traced and may start
  uint32_t isServer; ///< the child has become the server of a checkpoint
  /// Recordings: number of chunks that the program has written and the tool has
  /// read.
  uint64_t chunksWritten, chunksRead;
  /// The changes that a run in live flow makes.
  ChangeRecord changes[maxChanges];
  uint32_t changeCount;
  /// MakeCheckpoint in live flow: number of events before the checkpoint.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  /// The child has left System V shared memory, semaphores or message queues.
  uint32_t hasLeftovers;
  uint32_t hasTooManyProcesses;
  uint32_t hasInput;  ///< whether there is input; /dev/null otherwise
  uint32_t outputSet; ///< which pair of output files to use; runs use pair 0
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_COMMANDS_H
