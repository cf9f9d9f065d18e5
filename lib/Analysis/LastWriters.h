// Holds for each byte of memory which graph node has last written it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. A graph node stands for an executed
// instruction or a library call, for example. Whatever reads a byte depends on
// the node that wrote the byte last.

#ifndef PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H
#define PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H

#include "ByteTable.h"
#include "pinstripe/Analysis/DependenceGraph.h"

namespace pinstripe {

/// The graph node that last wrote a byte, and whether the heap block with the
/// byte was released since then.
class Writer {
public:
  Writer() = default;
  explicit Writer(NodeId node) : bits(static_cast<uint32_t>(node) << 1) {}
  NodeId node() const { return NodeId(bits >> 1); }
  bool isReleased() const { return bits & 1; }
  void release() { bits |= 1; }
  bool operator==(const Writer &) const = default;

private:
  /// Twice the number of the node, plus 1 if the heap block was released. It is
  /// 0 for bytes that the run has not written: their node is
  /// DependenceGraph::initial.
  uint32_t bits = 0;
};

/// For each byte of memory, the graph node that has last written it.
using LastWriters = ByteTable<Writer>;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H
