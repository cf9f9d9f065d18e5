// Records the dependences of library calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis. A library call is two nodes: one for what the call reads
// and one for what it writes. Between the two the library may call functions of
// the program.

#ifndef PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H
#define PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H

#include "GraphBuilder.h"

namespace pinstripe {

/// The library calls that have begun and not yet ended; the innermost is last.
class OpenCalls {
public:
  explicit OpenCalls(GraphBuilder &builder) : builder(builder) {}

  /// Begins a library call. `frame` is the frame of its caller.
  void begin(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> reads,
             uint64_t frame);
  void end(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> writes,
           OutputRange output);

  /// Notes that a function of the program is entered. If a library called it,
  /// its arguments come from the library call, since nothing more is known.
  void enterFunction();
  /// Notes that a function of the program returns.
  void leaveFunction();
  /// Notes that code of `frame` is executed. So an exception or longjmp has
  /// left all library calls made by this frame or an inner one.
  void unwindTo(uint64_t frame);

private:
  struct Call {
    NodeId begin{};
    uint64_t frame = 0; ///< The frame that made the call.
    unsigned depth = 0; ///< Depth of calls from the library into the program.
    std::vector<NodeId> results = {}; ///< Writers of results of callbacks.
    MemoryAccess printed = {};        ///< The result of `printedBy`.
    std::vector<CopiedBytes> copied = {};
    /// Size, without the final zero, of the first string that the call reads.
    std::optional<uint64_t> stringSize = {};
  };

  void read(Call &call, llvm::ArrayRef<MemoryAccess> reads);
  void addUncopied(const Call &call, llvm::ArrayRef<MemoryAccess> writes);
  void write(const Call &call, NodeId end, llvm::ArrayRef<MemoryAccess> writes);
  std::vector<DependenceGraph::PrintedBytes>
  writersOf(const MemoryAccess &printed, OutputRange output);

  GraphBuilder &builder;
  std::vector<Call> calls;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_OPENCALLS_H
