// Checks that the blocks in a recording of instructions can follow each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_INSTRUCTIONORDER_H
#define PINSTRIPE_TEST_CONFORMANCE_INSTRUCTIONORDER_H

#include "pinstripe/Analysis/ExecutionObserver.h"
#include <map>
#include <set>
#include <string>

namespace pinstripe::conformance {

/// Checks for each executed block that the last instruction of the block before
/// can lead to it: by a jump, a call, a return, or from a library. Each thread
/// has an order of its own.
class InstructionOrder : public ExecutionObserver {
public:
  /// `modules` must be the modules of the table, in the same order.
  InstructionOrder(const UnitTable &table, const DataCode &code,
                   llvm::ArrayRef<const ModuleCode *> modules,
                   const Decoder &decoder)
      : table(table), code(code), modules(modules), decoder(decoder) {}

  void moduleLoaded(ModuleId, uint64_t bias) override { note(bias); }
  void enterThread(const ObservedThread &thread) override;
  void atEvent(std::optional<EventIndex> event,
               std::optional<InvocationId> invocation) override;
  void executeBlock(BlockId block, uint64_t frame,
                    llvm::ArrayRef<uint64_t> words) override;
  void beginLibraryCall(const LibraryCall &call,
                        llvm::ArrayRef<MemoryAccess> reads) override;
  void endLibraryCall(const LibraryCall &call,
                      llvm::ArrayRef<MemoryAccess> writes,
                      OutputRange output) override;
  void allocate(uint64_t address, uint64_t size) override;
  void release(uint64_t address) override { note(address); }

  std::vector<std::string> findings; ///< transitions that are impossible
  uint64_t blocks = 0, words = 0, libraryCalls = 0;
  /// The number of functions that were entered without a call by the program:
  /// signal handlers.
  uint64_t interruptions = 0;
  /// The number of times that an exception or a longjmp has led to a block.
  uint64_t landings = 0;
  /// The names of called library functions that have no model.
  std::set<std::string> unknown;
  uint64_t hash = 0; ///< hash of everything observed
  uint64_t outputEnd = 0;

private:
  /// Says which blocks can follow a block.
  struct Next {
    std::vector<uint64_t> addresses;
    bool isAnywhere = false; ///< true after a computed jump
    bool isReturn = false;
    bool isLibraryCall = false;
    uint64_t returnAddress = 0; ///< after a call; otherwise 0
  };
  struct Call {
    uint64_t returnAddress;
    uint64_t frame; ///< the frame address of the caller
    bool isLibrary;
    bool isInterruption;
    Next interrupted = {};
  };

  const Next &nextOf(BlockId block);
  /// Returns whether a block may begin at `address`. Removes the calls that
  /// have returned.
  bool acceptBegin(uint64_t address);
  void note(uint64_t value);
  void noteAccess(const LibraryCall &call, const MemoryAccess &access);
  void complain(const llvm::Twine &what);

  const UnitTable &table;
  const DataCode &code;
  llvm::ArrayRef<const ModuleCode *> modules;
  const Decoder &decoder;
  std::map<BlockId, Next> known;
  /// The place in the code to which a thread has come, and its open calls.
  struct Place {
    std::vector<Call> calls;
    Next next;
    /// true if the last block was not executed completely
    bool isFaulting = false;
    bool expectsBegin = false;
    uint64_t lastFrame = 0;
  };
  /// The place of the thread that is executed, and those of the others.
  Place place;
  std::map<uint32_t, Place> others;
  uint32_t thread = 0;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_INSTRUCTIONORDER_H
