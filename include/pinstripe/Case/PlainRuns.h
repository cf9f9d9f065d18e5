// Runs the program untraced, several times, to see whether it is deterministic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_PLAINRUNS_H
#define PINSTRIPE_CASE_PLAINRUNS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Predicate/Predicate.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <optional>

namespace pinstripe {

struct PlainRunOptions {
  unsigned repeat = 3;
  /// The folder in which files with the output of runs are made.
  std::string scratchDirectory;
  /// The predicate that decides whether a difference between runs is an error.
  /// A difference that the predicate does not notice is only described in the
  /// result. If this member is nullopt, any difference is an error.
  std::optional<PredicateSpec> predicate = std::nullopt;
  /// A function that is called before each run, to restore the working
  /// directory; may be empty.
  std::function<llvm::Error()> prepareRun;
  /// A flag that is set when the user interrupts the work; may be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// A function that receives notes for the user; may be empty.
  std::function<void(llvm::StringRef)> say;
};

struct PlainObservation {
  /// The result of the first run without address randomisation. No predicate
  /// distinguishes the other runs without randomisation from it.
  RunResult result;
  /// Describes a difference between two runs that no predicate notices. Empty
  /// if there was no such difference.
  std::string unseenDifference;
  /// Describes how a run with address randomisation differs from the first run
  /// without it. It is empty if the runs do not differ, or if
  /// `unseenDifference` describes a difference already.
  std::string addressDifference;
};

/// Runs the program several times without a debugger, and compares the runs. If
/// a run ends by a signal that may have come from outside, the run is repeated
/// until the program itself counts as the cause. Runs the program only once if
/// `launch` asks for an order of threads, since runs may then differ.
///
/// Returns a TargetError if the program does not end, or prints without end.
/// Returns a ReproductionError with the first difference if a predicate tells
/// apart two runs without address randomisation. Can also return an error of
/// `createPredicate`, or an InterruptedError.
llvm::Expected<PlainObservation>
observePlainRuns(const LaunchSpec &launch, const PlainRunOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_PLAINRUNS_H
