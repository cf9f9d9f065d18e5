// Defines how an engine reports the instructions of a run to an observer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine reports the executed blocks of code in order of time while the run
// goes on, so that a run of any length can be analysed without being stored.

#ifndef PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H
#define PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H

#include "pinstripe/Program/DataCode.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// A range of bytes in memory that is read or written, by run-time address.
struct MemoryAccess {
  uint64_t address = 0;
  uint64_t size = 0;
  bool isWrite = false;
  /// True if a library call reads the bytes only to find an address or an end,
  /// such as the end of a string.
  bool isAddress = false;
  /// True for bytes that a library call copies. Both the range that the call
  /// reads and the range that it writes are marked. The first marked range that
  /// is written is a copy of the first marked range that is read, and so on. If
  /// a written range is longer than its original, the call leaves the bytes
  /// after the copy as they are.
  bool isCopied = false;
  /// True if a library call appends to a string in this range, as strcat does.
  /// The call writes only after the old end of the string. To find this end,
  /// take the first range with `isAddress` or `isCopied` that the call reads:
  /// this range is the old string with its final zero.
  bool isAppended = false;
  /// True for text or other data that a library call reads. False for the state
  /// of an object, such as the pointer of a std::string to its characters. Also
  /// false for a guessed access (Knowledge::Observed), since it is not known
  /// whether its bytes are data.
  bool isContent = false;
};

/// A part of the standard output: the bytes from `begin` up to, but without,
/// `end`. Empty if `begin` is not before `end`.
struct OutputRange {
  uint64_t begin = 0, end = 0;
};

/// A call of a library function, or a system call. Its instructions are not
/// reported.
struct LibraryCall {
  enum class Knowledge : uint8_t {
    /// The library function has a model, which tells which memory the function
    /// reads and writes.
    Model,
    /// The library function has no model, so its accesses to memory are
    /// guessed. It counts as having read all bytes to which its arguments
    /// point. It counts as having written those of these bytes that changed
    /// during the call.
    Observed,
  };
  /// Says how a library call takes heap memory in ways that the engine does not
  /// report by `allocate` and `release`.
  enum class HeapUse : uint8_t {
    None,
    /// The called function takes heap memory only at its first call, for the
    /// buffer of a stream, as printf does.
    Once,
    /// The called function may release heap memory, but takes none, as a
    /// destructor does.
    Release,
    Any,
  };
  /// Name of the called function; empty if it is unknown.
  llvm::StringRef function;
  Knowledge knowledge = Knowledge::Model;
  RegisterSet uses = 0; ///< Registers that hold arguments of the library call.
  /// A subset of `uses`: the registers whose arguments are addresses or sizes
  /// of memory.
  RegisterSet addresses = 0;
  RegisterSet defines = 0; ///< Registers that hold results of the library call.
  HeapUse heapUse = HeapUse::Any;
};

/// A thread of the program, whose instructions are reported.
struct ObservedThread {
  uint32_t number = 0; ///< 0 for the first thread of the program.
  /// The lowest address at which the thread's stack may lie; 0 if unknown.
  uint64_t stackBegin = 0;
  /// The stack pointer at the first report about the thread.
  uint64_t stackEnd = 0;
  /// The address to which fs points. It is the pthread_t of the thread, by
  /// which another thread waits for its end.
  uint64_t descriptor = 0;
};

class ExecutionObserver {
public:
  virtual ~ExecutionObserver() = default;

  /// Reports where a module is loaded. A module is the program or a library.
  /// Called before all other functions. A run-time address is the address in
  /// the module's file plus `bias`.
  virtual void moduleLoaded(ModuleId module, uint64_t bias) = 0;

  // Threads are executed one at a time; at first, that is the first thread of
  // the program. Engines that can follow only this thread don't call the next
  // three functions.

  /// Says which thread executes what the following reports are about.
  virtual void enterThread(const ObservedThread &thread) {}
  /// Reports that the present thread creates the thread `created`, usually
  /// during a library call. Called before anything is reported of that thread.
  virtual void createThread(uint32_t created) {}
  /// Reports that the present thread has ended.
  virtual void endThread() {}

  /// Announces to which event, and to which call of a traced function, the
  /// following reports belong. Called whenever the event or the call changes,
  /// also when control returns to a caller. `event` is nullopt for code that
  /// runs in a call before its first event; such code belongs to the event of
  /// the caller. Both arguments are nullopt for code that runs before main.
  virtual void atEvent(std::optional<EventIndex> event,
                       std::optional<InvocationId> invocation) = 0;
  /// Reports that a block of code is executed. `frame` is the value of rbp at
  /// the first instruction of the block. `words` has the run-time addresses of
  /// those memory accesses for which CodeBlock::recordedWords asks. If `words`
  /// has too few addresses, the run ended or faulted at the first access whose
  /// address is not in it.
  virtual void executeBlock(BlockId block, uint64_t frame,
                            llvm::ArrayRef<uint64_t> words) = 0;
  /// Reports that a library call begins. Called after the block of code that
  /// ends with the call was reported. The end of the call is not reported if
  /// longjmp, an exception or the end of the program leaves the call. If the
  /// library calls functions of the program, their code is reported before
  /// `endLibraryCall`.
  virtual void beginLibraryCall(const LibraryCall &call,
                                llvm::ArrayRef<MemoryAccess> reads) = 0;
  /// Reports that a library call ends. `output` is the part of stdout that the
  /// call produced, even if it is still in a buffer.
  virtual void endLibraryCall(const LibraryCall &call,
                              llvm::ArrayRef<MemoryAccess> writes,
                              OutputRange output) = 0;
  /// Reports that heap memory [address, address + size) is allocated. The
  /// memory has no contents yet.
  virtual void allocate(uint64_t address, uint64_t size) = 0;
  /// Reports that the heap block at `address` is released.
  virtual void release(uint64_t address) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_EXECUTIONOBSERVER_H
