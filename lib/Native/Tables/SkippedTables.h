// Makes the tables of what skipped parts of a trace would have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In guarded flow, skipped events poison what they would have written. The
// tables tell which entries with stores occur in which block of positions, so
// that long parts can be skipped quickly.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_SKIPPEDTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_SKIPPEDTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// The tables of one trace. They take 2 ns an event to compute, and 4 bytes for
/// each invocation and for each entry that occurs in a block of positions.
class SkippedTables {
public:
  SkippedTables(const UnitTable &table, const Trace &trace);

  /// Returns, for each invocation, the position after its events and those of
  /// all invocations that it called.
  llvm::ArrayRef<uint32_t> treeEnds() const { return ends; }
  /// Returns, for each block of positions, where its entries begin in
  /// `writers`, and at the end the size of `writers`.
  llvm::ArrayRef<uint32_t> blocks() const { return firstWriters; }
  /// Returns the entries with stores that occur in each block, block by block.
  llvm::ArrayRef<uint32_t> writers() const { return blockWriters; }

private:
  void findTrees(const Trace &trace);
  void findWriters(const UnitTable &table, const Trace &trace);

  GrowingArray<uint32_t> ends;
  GrowingArray<uint32_t> firstWriters;
  GrowingArray<uint32_t> blockWriters;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_SKIPPEDTABLES_H
