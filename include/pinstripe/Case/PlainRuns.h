// Runs the program without an engine, to see whether it is deterministic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_PLAINRUNS_H
#define PINSTRIPE_CASE_PLAINRUNS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>

namespace pinstripe {

struct PlainRunOptions {
  unsigned repeat = 3;
  /// The folder in which files with the output of runs are made.
  std::string scratchDirectory;
  /// Called before each run, to restore the working directory; may be empty.
  std::function<llvm::Error()> prepareRun;
  /// A flag that is set when the user interrupts the work; may be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// Called with notes for the user; may be empty.
  std::function<void(llvm::StringRef)> say;
};

struct PlainObservation {
  /// The result that each run without address randomisation had.
  RunResult result;
  /// How the output differs if addresses are randomised; empty if it does not.
  std::string addressDifference;
};

/// Runs the program as it is, without a debugger, several times. A run that may
/// have been ended by somebody else is repeated, unless all runs end in that
/// way. Returns a TargetError if the program does not end, or prints without
/// end; a ReproductionError, with the first difference, if two runs differ; or
/// an InterruptedError.
llvm::Expected<PlainObservation>
observePlainRuns(const LaunchSpec &launch, const PlainRunOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_PLAINRUNS_H
