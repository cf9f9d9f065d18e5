//===- Values.h - Values that all engines must read ---------------*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_CONFORMANCE_VALUES_H
#define PINSTRIPE_TEST_CONFORMANCE_VALUES_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/Watch.h"

namespace pinstripe::conformance {

/// Watches for numbers that statements of the recorded run read and write: of
/// entries, the last or one of the first times, and of single events, before
/// and after. No pointers: stacks may lie elsewhere.
WatchList watchesFor(const UnitTable &table, const Trace &trace, unsigned seed);

/// Places of numbers in the frame of the entry's function that its statement
/// names.
class FrameNumbers {
public:
  explicit FrameNumbers(const UnitTable &table);
  ~FrameNumbers();
  /// Without values.
  llvm::ArrayRef<MemoryValue> at(EntryId entry);

private:
  struct Known;
  std::unique_ptr<Known> known;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_VALUES_H
