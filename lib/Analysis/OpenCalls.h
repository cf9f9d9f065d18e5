// Records the dependences of library calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. A library call is two nodes of the
// dependence graph: one for what it reads, and one for what it writes. In
// between, the library may call functions of the program.

#ifndef PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H
#define PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H

#include "GraphBuilder.h"

namespace pinstripe {

/// The library calls that have not ended yet, the innermost one last.
class OpenCalls {
public:
  explicit OpenCalls(GraphBuilder &builder) : builder(builder) {}

  /// Notes that a library call has begun. `frame` is the frame address (rbp) of
  /// the function that makes the call.
  void begin(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> reads,
             uint64_t frame);
  void end(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> writes,
           OutputRange output);

  /// Called before all other functions if the calls are those of a new thread.
  /// `creation` is the node of the library call that has created the thread. It
  /// counts as the writer of the arguments of the functions with which the
  /// thread begins.
  void beginThread(NodeId creation) {
    calls.push_back({creation, /*frame=*/~uint64_t(0)});
  }
  /// Called when the thread has ended. Ends all calls. Makes the current node
  /// depend on the results of the functions with which the thread began, and on
  /// the library calls that have not ended, such as one of pthread_exit.
  void endThread();
  /// Returns the node of the innermost library call that has not ended. If
  /// there is none, returns DependenceGraph::initial.
  NodeId innermost() const {
    return calls.empty() ? DependenceGraph::initial : calls.back().begin;
  }

  /// Called when a function of the program is entered. If a library has called
  /// the function, the library call counts as the writer of the arguments,
  /// since their real writers are not known.
  void enterFunction();
  /// Called when a function of the program returns to its caller, which may be
  /// the program or a library.
  void leaveFunction();
  /// Called when code runs in the frame with the address `frame`. Ends the
  /// library calls that were made from this frame, or from an inner one, and
  /// that have not ended yet: an exception or longjmp has left these calls.
  void unwindTo(uint64_t frame);

private:
  struct Call {
    NodeId begin{};
    /// The frame address (rbp) of the function that made the library call.
    uint64_t frame = 0;
    /// The value of GraphBuilder::switches when the library call began.
    uint64_t switches = 0;
    /// The memory that the call reads, if the program has several threads.
    std::vector<MemoryAccess> reads = {};
    /// How many functions of the program have been entered during the library
    /// call and have not returned.
    unsigned depth = 0;
    /// The nodes that have set the results of the program's functions which the
    /// library called, such as a comparison function for `qsort`. The library
    /// call depends on these nodes.
    std::vector<NodeId> results = {};
    /// The memory that the call prints unchanged; its size is 0 if the call
    /// formats what it prints.
    MemoryAccess printed = {};
    std::vector<CopiedBytes> copied = {};
    /// Size of the first string that the call reads, without its final zero.
    std::optional<uint64_t> stringSize = {};
  };

  void read(Call &call, llvm::ArrayRef<MemoryAccess> reads);
  std::vector<MemoryAccess>
  withoutOthers(const Call &call, llvm::ArrayRef<MemoryAccess> writes) const;
  void addUncopied(const Call &call, llvm::ArrayRef<MemoryAccess> writes);
  void write(const Call &call, NodeId end, llvm::ArrayRef<MemoryAccess> writes);
  std::vector<DependenceGraph::PrintedBytes>
  writersOf(const MemoryAccess &printed, OutputRange output);

  GraphBuilder &builder;
  std::vector<Call> calls;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H
