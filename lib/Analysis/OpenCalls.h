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

/// The library calls that have begun and not yet ended, innermost last.
class OpenCalls {
public:
  explicit OpenCalls(GraphBuilder &builder) : builder(builder) {}

  /// `frame` is the frame of the caller.
  void begin(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> reads,
             uint64_t frame);
  void end(const LibraryCall &call, llvm::ArrayRef<MemoryAccess> writes,
           OutputRange output);

  /// A function of the program is entered. If a library has called the
  /// function, the arguments come from that library call, as nothing more is
  /// known.
  void enterFunction();
  /// A function of the program returns.
  void leaveFunction();
  /// Code of `frame` is executed. Library calls that this frame or an inner one
  /// made have been left by an exception or by longjmp.
  void unwindTo(uint64_t frame);

private:
  struct Call {
    NodeId begin{};
    uint64_t frame = 0; ///< The frame of the caller.
    unsigned depth = 0; ///< Number of functions called back and not ended.
    std::vector<NodeId> results = {}; ///< Who set the results of callbacks.
    MemoryAccess printed = {};        ///< See `printedBy`.
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
