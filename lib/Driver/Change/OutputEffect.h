// Tells whether and how much a change has made the output of a run better.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_OUTPUTEFFECT_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_OUTPUTEFFECT_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// A change of the run, with its effect on the output.
struct TriedChange {
  LiveChange change;
  Effect effect = Effect::Hang;
  uint64_t right = 0; ///< number of right bytes at the beginning of the output
  std::optional<bool> forcedValue = {};
};

/// Compares changed runs with what the user expected. The user expects either a
/// certain output or only that the program does not crash.
class OutputEffect {
public:
  /// `recorded` is the recorded run. If `expected` is not nullopt, this run
  /// printed a wrong output or crashed; otherwise it crashed.
  OutputEffect(std::optional<std::string> expected, const RunResult &recorded);

  /// Returns true if the recorded run has already printed the expected output
  /// without a crash, so that no change can mend it.
  bool isAsExpected() const;
  Effect of(const RunResult &result) const;
  TriedChange compare(const LiveChange &change, const RunResult &result) const {
    return {change, of(result), rightBytes(result), result.forcedValue};
  }
  /// Returns how many bytes at the beginning of the output are right.
  size_t rightBytes(const RunResult &result) const {
    return commonPrefix(result.standardOutput);
  }

private:
  Effect ofOutput(const RunResult &result) const;
  Effect onCrash(const RunResult &result) const;
  size_t commonPrefix(llvm::StringRef text) const;
  bool isPartlyExpected(llvm::ArrayRef<llvm::StringRef> lines) const;
  bool isGone(llvm::ArrayRef<llvm::StringRef> lines) const;

  bool hasExpectedOutput;
  std::string expected;
  /// The recorded run. Its output includes the text that was still in a buffer
  /// of the program when it crashed.
  RunResult recorded;
  std::vector<llvm::StringRef> expectedLines, recordedLines;
  size_t firstWrong = 0; ///< the index of the first wrong line in the output
  size_t recordedPrefix = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_OUTPUTEFFECT_H
