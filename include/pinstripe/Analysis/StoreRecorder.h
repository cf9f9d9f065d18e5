//===- StoreRecorder.h - Notes where events write ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_STORERECORDER_H
#define PINSTRIPE_ANALYSIS_STORERECORDER_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include <memory>

namespace pinstripe {

/// Leaves out what a partial execution can't be sure to have in its place: the
/// memory of libraries and of the system, frames that are no traced function's,
/// what alloca gave, and what the event has itself allocated.
class StoreRecorder : public ExecutionObserver {
public:
  /// Notes up to `most` stores. `trace` is of the same run, recorded before;
  /// all must outlive the recorder.
  StoreRecorder(const UnitTable &table, const DataCode &code,
                const Trace &trace, size_t most);
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

  /// Once, at the end. Null: there were too many.
  std::shared_ptr<const ComputedStores> take();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_STORERECORDER_H
