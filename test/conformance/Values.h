// Chooses values of variables that all engines must read alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_VALUES_H
#define PINSTRIPE_TEST_CONFORMANCE_VALUES_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/Watch.h"

namespace pinstripe::conformance {

/// Returns watches for numbers that statements of the recorded run read and
/// write. Some are for a statement entry, at its last or one of its first
/// executions. Others are for a single event, before or after it. Pointers are
/// left out, since stacks may have different addresses.
WatchList watchesFor(const UnitTable &table, const Trace &trace, unsigned seed);

/// Finds the numbers in a function's stack frame that its statements name.
class FrameNumbers {
public:
  explicit FrameNumbers(const UnitTable &table);
  ~FrameNumbers();
  /// Returns the places of the numbers, without values.
  llvm::ArrayRef<MemoryValue> at(EntryId entry);

private:
  struct Known;
  std::unique_ptr<Known> known;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_VALUES_H
