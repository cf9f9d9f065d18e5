//===- OutputEffect.h - What a change made of an output ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_OUTPUTEFFECT_H
#define PINSTRIPE_LIB_DRIVER_OUTPUTEFFECT_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Report/ChangeSummary.h"

namespace pinstripe {

/// Compares what runs print with what should have been printed.
class OutputEffect {
public:
  /// `recorded`: the run that is to be explained.
  OutputEffect(std::string expected, const RunResult &recorded);

  /// Whether there is nothing to explain.
  bool isAsExpected() const { return recorded.standardOutput == expected; }
  Effect of(const RunResult &result) const;
  /// How much of the output is right, from the beginning.
  size_t rightBytes(const RunResult &result) const {
    return commonPrefix(result.standardOutput);
  }

private:
  size_t commonPrefix(llvm::StringRef text) const;
  bool isPartlyExpected(llvm::ArrayRef<llvm::StringRef> lines) const;
  bool isGone(llvm::ArrayRef<llvm::StringRef> lines) const;

  std::string expected;
  const RunResult &recorded;
  std::vector<llvm::StringRef> expectedLines, recordedLines;
  size_t firstWrong = 0; ///< line
  size_t recordedPrefix = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OUTPUTEFFECT_H
