//===- ExecutionObserver.h - What a recorded run executed -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of a run, told block by block in order of time, so that a
// run of any length can be analysed without being stored.
//
//===----------------------------------------------------------------------===//

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
  // Of what a library call reads or writes:
  /// What is read there only says where something is, or where it ends.
  bool isAddress = false;
  /// The n-th such range that is written holds the bytes of the n-th that is
  /// read, as far as both go; it is not written behind them.
  bool isCopied = false;
  /// Written behind a string only: the first that was read for where it ends,
  /// or to be copied.
  bool isAppended = false;
};

/// Part of what the program printed on stdout: bytes [begin, end).
struct OutputRange {
  uint64_t begin = 0, end = 0;
};

/// A call of code without blocks: of a library, or of the system.
struct LibraryCall {
  enum class Knowledge : uint8_t {
    Model,    ///< what the function is known to do
    Observed, ///< what its arguments point to, and what of it has changed
  };
  /// Whether it takes heap memory that `allocate` and `release` do not tell of.
  enum class HeapUse : uint8_t {
    None,
    Once, ///< as it begins with something, such as the buffer of a stream
    Any,
  };
  llvm::StringRef function; ///< its name; empty: not known
  Knowledge knowledge = Knowledge::Model;
  RegisterSet uses = 0; ///< arguments
  /// Of them those that say where in memory, or how much of it.
  RegisterSet addresses = 0;
  RegisterSet defines = 0; ///< results
  HeapUse heapUse = HeapUse::Any;
};

class ExecutionObserver {
public:
  virtual ~ExecutionObserver() = default;

  /// Before anything else: run-time address = address in the file + bias.
  virtual void moduleLoaded(ModuleId module, uint64_t bias) = 0;

  /// What follows belongs to this event of this invocation; said whenever that
  /// changes, also when control comes back to a caller. No event: code that
  /// runs before the first one of an invocation belongs to its caller's event;
  /// none at all before main and its like.
  virtual void atEvent(std::optional<EventIndex> event,
                       std::optional<InvocationId> invocation) = 0;
  /// `frame` is rbp at the block's first instruction, as a whole address;
  /// `words` are as CodeBlock::recordedWords says, run-time addresses. Fewer:
  /// the run ended, or left the block by a fault, at the first operand for
  /// which there is none.
  virtual void executeBlock(BlockId block, uint64_t frame,
                            llvm::ArrayRef<uint64_t> words) = 0;
  /// Told behind the block that ends with the call; what the library reads. If
  /// it calls back, blocks follow before `endLibraryCall`; a call that is left
  /// by longjmp, an exception or the end of the program has no end.
  virtual void beginLibraryCall(const LibraryCall &call,
                                llvm::ArrayRef<MemoryAccess> reads) = 0;
  /// What it wrote, and what of stdout it made, be it only in a buffer.
  virtual void endLibraryCall(const LibraryCall &call,
                              llvm::ArrayRef<MemoryAccess> writes,
                              OutputRange output) = 0;
  /// Heap memory [address, address + size) is new and has no contents yet.
  virtual void allocate(uint64_t address, uint64_t size) = 0;
  /// It is no longer the program's.
  virtual void release(uint64_t address) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H
