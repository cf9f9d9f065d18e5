//===- SkippedTables.h - What parts of a trace would write ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of Runtime/Layout.h that say which entries with stores occur
// where. In guarded flow what is skipped poisons what it would have written,
// however long it is.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_SKIPPEDTABLES_H
#define PINSTRIPE_LIB_NATIVE_SKIPPEDTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Is computed in 2 ns an event. Takes 4 bytes an invocation, and 4 for each
/// entry that occurs in a block of events.
class SkippedTables {
public:
  SkippedTables(const UnitTable &table, const Trace &trace);

  /// By invocation: the position behind its events and those of all that it
  /// called.
  llvm::ArrayRef<uint32_t> treeEnds() const { return ends; }
  /// By block of positions, and one more at the end.
  llvm::ArrayRef<uint32_t> blocks() const { return firstWriters; }
  /// The entries with stores that occur in a block.
  llvm::ArrayRef<uint32_t> writers() const { return blockWriters; }

private:
  void findTrees(const Trace &trace);
  void findWriters(const UnitTable &table, const Trace &trace);

  GrowingArray<uint32_t> ends;
  GrowingArray<uint32_t> firstWriters;
  GrowingArray<uint32_t> blockWriters;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SKIPPEDTABLES_H
