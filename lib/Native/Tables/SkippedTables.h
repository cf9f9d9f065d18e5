// Makes tables that tell what skipped parts of a run would have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables are used in guarded flow, where each condition must decide as in
// the recorded run. In this flow, Pinstripe's runtime fills with poison (a
// pattern) the memory that skipped events would have written. For each block of
// events, the tables list the statements that write memory, each only once. So
// the runtime handles long skipped parts quickly, block by block.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_SKIPPEDTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_SKIPPEDTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// The tables that tell what skipped parts of one recorded run would have
/// written. Computing them takes 2 ns for each event. They take 4 bytes for
/// each call. For each block of events, they also take 4 bytes for each
/// statement that writes memory and was executed in the block.
class SkippedTables {
public:
  SkippedTables(const UnitTable &table, const Trace &trace);

  /// Returns for each recorded call the index in EventsByCall (the events
  /// sorted by call) at which the call ends. This index comes after the last
  /// event of the call and of all calls made in it, directly or indirectly.
  llvm::ArrayRef<uint32_t> treeEnds() const { return ends; }
  /// Returns, for each block of events, the index in `writers` at which the
  /// block's list of statements begins. One more element at the end has the
  /// size of `writers`.
  llvm::ArrayRef<uint32_t> blocks() const { return firstWriters; }
  /// Returns the lists of all blocks of events, one list after the other. The
  /// list of a block has each statement that was executed in the block and
  /// writes memory. The elements are numbers of statement entries (addresses at
  /// which statements can begin).
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
