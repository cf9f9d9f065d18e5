// The interface through which an engine reports the instructions of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run is reported block by block in order of time, so that a run of any
// length can be analysed without being stored.

#ifndef PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H
#define PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H

#include "pinstripe/Program/DataCode.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Bytes in memory, by run-time address.
struct MemoryAccess {
  uint64_t address = 0;
  uint64_t size = 0;
  bool isWrite = false;
  // The following members describe what a library call reads or writes.
  /// The bytes are read only to find out where something is or where it ends.
  bool isAddress = false;
  /// The n-th such range that is written is a copy of the n-th that is read, up
  /// to the size of the shorter one. The call writes nothing to the rest of the
  /// range.
  bool isCopied = false;
  /// Only the part after a string is written, as by strcat. The string is the
  /// first one that was read as an address or to be copied.
  bool isAppended = false;
};

/// Part of what the program printed on stdout: bytes [begin, end).
struct OutputRange {
  uint64_t begin = 0, end = 0;
};

/// A call of code without blocks: of a library or of the system.
struct LibraryCall {
  enum class Knowledge : uint8_t {
    Model, ///< Accesses are known from a model of the function.
    /// Accesses are guessed: the memory that arguments point to is read, and
    /// the bytes of it that changed are written.
    Observed,
  };
  /// Heap memory that the call takes without a report by `allocate` or
  /// `release`.
  enum class HeapUse : uint8_t {
    None,
    Once, ///< Only in its first call, such as the buffer of a stream.
    Any,
  };
  llvm::StringRef function; ///< Name of the function; empty if not known.
  Knowledge knowledge = Knowledge::Model;
  RegisterSet uses = 0; ///< Registers with arguments.
  /// The arguments that say where in memory something is, or how much of it.
  RegisterSet addresses = 0;
  RegisterSet defines = 0; ///< Registers with results.
  HeapUse heapUse = HeapUse::Any;
};

class ExecutionObserver {
public:
  virtual ~ExecutionObserver() = default;

  /// Is called before anything else. Run-time address = address in the file +
  /// bias.
  virtual void moduleLoaded(ModuleId module, uint64_t bias) = 0;

  /// The following reports belong to this event and invocation. Called whenever
  /// that changes, also when control returns to a caller. `event` is nullopt
  /// before the first event of an invocation, where code belongs to the event
  /// of the caller. Both are nullopt for code that runs before main.
  virtual void atEvent(std::optional<EventIndex> event,
                       std::optional<InvocationId> invocation) = 0;
  /// A block is executed. `frame` is rbp at its first instruction; `words` are
  /// the run-time addresses that CodeBlock::recordedWords asks for. If there
  /// are fewer words, the run ended or left the block by a fault at the first
  /// memory reference without a word.
  virtual void executeBlock(BlockId block, uint64_t frame,
                            llvm::ArrayRef<uint64_t> words) = 0;
  /// A library call begins; called after the block that ends with the call. If
  /// the library calls functions of the program, their blocks follow before
  /// `endLibraryCall`. A call that is left by longjmp, an exception or the end
  /// of the program does not end.
  virtual void beginLibraryCall(const LibraryCall &call,
                                llvm::ArrayRef<MemoryAccess> reads) = 0;
  /// The library call ends. `output` is the part of stdout that the call
  /// produced, even if the output is still in a buffer.
  virtual void endLibraryCall(const LibraryCall &call,
                              llvm::ArrayRef<MemoryAccess> writes,
                              OutputRange output) = 0;
  /// Heap memory [address, address + size) is allocated and has no contents
  /// yet.
  virtual void allocate(uint64_t address, uint64_t size) = 0;
  /// The heap block at `address` is released.
  virtual void release(uint64_t address) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H
