// Records the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a later run skips such a store, the recording tells which bytes lack their
// value. These bytes can then be poisoned: they get a pattern instead.

#ifndef PINSTRIPE_ANALYSIS_STORERECORDER_H
#define PINSTRIPE_ANALYSIS_STORERECORDER_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include <memory>

namespace pinstripe {

/// Records the stores of a run to addresses that are known only at run time. A
/// later run that skips some events must find the same bytes in its own memory.
/// So stores are left out if that run may have the memory at another place.
/// This holds for memory of libraries, of the system and from alloca, for
/// frames of functions that are not traced, and for memory that the storing
/// event itself has allocated.
///
/// A store by C++ library code is recorded only if its bytes are used as data.
/// The state of a library object, such as the pointers of a vector, does not
/// count as data.
class StoreRecorder : public ExecutionObserver {
public:
  /// Records at most `maxStores` stores. `trace` is an earlier recording of the
  /// same run. All arguments must outlive the recorder.
  StoreRecorder(const UnitTable &table, const DataCode &code,
                const Trace &trace, size_t maxStores);
  ~StoreRecorder() override;

  void moduleLoaded(ModuleId module, uint64_t bias) override;
  void enterThread(const ObservedThread &thread) override;
  void endThread() override;
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
  void release(uint64_t address) override;

  /// Returns the stores; null if there were more than `maxStores`, or if the
  /// bookkeeping on stores by libraries took too much memory. May be called
  /// once, after the run.
  std::shared_ptr<const ComputedStores> take();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_STORERECORDER_H
