//===- DependenceRecorder.h - Finds dependences during a run ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H
#define PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// Bytes whose contents are asked for, just before an event.
struct WatchedBytes {
  EventIndex before{};
  FixedStore bytes; ///< in the frame of the event's invocation, or fixed
};

/// Keeps the last writer of each byte and of each register part while a run is
/// told, and notes what each instruction took from whom. A callee-saved
/// register that is saved and restored has never been away.
class DependenceRecorder : public ExecutionObserver {
public:
  /// Goes no further when it has taken `mostBytes` of memory.
  DependenceRecorder(const UnitTable &table, const DataCode &code,
                     uint64_t mostBytes = ~uint64_t(0));
  ~DependenceRecorder() override;

  /// Before the run.
  void watch(const WatchedBytes &watched);
  /// Before the run: notes which code writes where, for relevant slices.
  /// `expected`: the trace that the run will have; must outlive the recorder.
  void notePlaces(const Trace &expected);
  /// When the run is over. A TargetError: the memory did not suffice.
  llvm::Expected<DependenceGraph> take();

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

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H
