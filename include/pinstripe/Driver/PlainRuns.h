//===- PlainRuns.h - Is the program deterministic? --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_PLAINRUNS_H
#define PINSTRIPE_DRIVER_PLAINRUNS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>

namespace pinstripe {

struct PlainRunOptions {
  unsigned repeat = 3;
  /// Takes the output files of the runs.
  std::string scratchDirectory;
  /// Puts the working directory back before each run; may be empty.
  std::function<llvm::Error()> prepareRun;
  /// May be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// Notes for the user; may be empty.
  std::function<void(llvm::StringRef)> say;
};

struct PlainObservation {
  /// What all runs without address randomisation showed.
  RunResult result;
  /// Where a run with address randomisation differs; empty: nowhere.
  std::string addressDifference;
};

/// Runs the program as it is, without debugger. A run that ends as if somebody
/// else had ended it is repeated, unless they all do. Errors: a TargetError if
/// it does not end or prints without end, a ReproductionError with the first
/// difference if two runs differ, an InterruptedError.
llvm::Expected<PlainObservation>
observePlainRuns(const LaunchSpec &launch, const PlainRunOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PLAINRUNS_H
