// Records the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_ANALYSIS_STORERECORDER_H
#define PINSTRIPE_ANALYSIS_STORERECORDER_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include <memory>

namespace pinstripe {

/// Records the computed stores of a run: those to addresses that are known only
/// at run time. Leaves out stores to memory that a partial execution may have
/// at another place: memory of libraries and of the system, frames of functions
/// that are not traced, memory from alloca, and memory that the storing event
/// itself has allocated. A store by C++ library code is recorded if its bytes
/// are used as data, but not if they are the state of a library object.
class StoreRecorder : public ExecutionObserver {
public:
  /// Records at most `maxStores` stores. `trace` is an earlier recording of the
  /// same run. All arguments must outlive the recorder.
  StoreRecorder(const UnitTable &table, const DataCode &code,
                const Trace &trace, size_t maxStores);
  ~StoreRecorder() override;

  void moduleLoaded(ModuleId module, uint64_t bias) override;
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
