// Records the data dependences of a run while the run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H
#define PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// A request about the values that certain bytes of memory hold just before an
/// event. The request asks which graph nodes have written these values. Most
/// graph nodes are executed instructions.
struct TrackedBytes {
  EventIndex before{};
  /// The requested bytes, which are in the frame of the call that executes the
  /// event, or at a fixed address.
  FixedStore bytes;
};

/// Builds the dependence graph of a run. Each executed instruction depends on
/// the graph nodes that last wrote the memory and the registers that it reads.
/// Saving and restoring a callee-saved register does not count as a dependence,
/// since the value stays the same.
class DependenceRecorder : public ExecutionObserver {
public:
  /// Stops recording once the graph takes more than `maxBytes` of memory.
  DependenceRecorder(const UnitTable &table, const DataCode &code,
                     uint64_t maxBytes = ~uint64_t(0));
  ~DependenceRecorder() override;

  /// Adds a request to find the graph nodes that wrote certain bytes. For each
  /// request, the graph gets a node that stands for reading the bytes. Must be
  /// called before the run.
  void track(const TrackedBytes &tracked);
  /// Makes the recorder also store which statements write to which memory, as
  /// SliceKind::Relevant needs. Must be called before the run. `expected` is
  /// the trace that the run will have; the trace must outlive the recorder.
  void notePlaces(const Trace &expected);
  /// Makes the recorder also store reads of memory that nothing has set, and
  /// calls that ended without the `return` that their function needs. In the
  /// graph, the result of such a call depends on unset memory. Must be called
  /// before the run. `expected` is the trace that the run will have; the trace
  /// must outlive the recorder.
  void noteUnset(const Trace &expected);
  /// Makes the recorder also store uses of heap memory that was released. Must
  /// be called before the run.
  void noteReleased();
  /// Returns the graph after the run, or a TargetError if `maxBytes` of memory
  /// were not enough.
  llvm::Expected<DependenceGraph> take();

  void moduleLoaded(ModuleId module, uint64_t bias) override;
  void enterThread(const ObservedThread &thread) override;
  void createThread(uint32_t created) override;
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

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_DEPENDENCERECORDER_H
