// Replays a call of a function with other arguments, for `pinstripe call`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_CALL_CALLVERB_H
#define PINSTRIPE_DRIVER_CALL_CALLVERB_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/CallSummary.h"

namespace pinstripe {

struct CallOptions {
  /// The name of the function, such as `Shape::area`. If #N follows the name,
  /// its N-th call is meant.
  std::string function;
  /// The number of the failing call, counted from 1; nullopt for the last call.
  std::optional<uint64_t> number = {};
  /// The number, counted from 1, of a call with which the program passes. When
  /// a difference is isolated, this call is compared with the failing call.
  /// Nullopt to compare the failing call with a call that has empty texts and
  /// zeros.
  std::optional<uint64_t> passingNumber = {};
  /// The arguments that are lengths of others, each pair as ARGUMENT:LENGTH.
  std::vector<std::string> lengths = {};
  /// The arguments that the search may change; if the list is empty, it may
  /// change all.
  std::vector<std::string> only = {};
  /// The output that the program should print after every replayed call, and
  /// the user's file that holds it. If there is no such file, the predicate of
  /// the case decides which calls fail.
  std::string expectedOutput = {}, expectedFile = {};
  SearchForm form = SearchForm::Minimise;
  /// The name of the reduction algorithm; empty for the default algorithm of
  /// `form`.
  std::string algorithm = {};
  /// The number of runs after which the search ends; nullopt for no limit.
  std::optional<uint64_t> maxTests = {};
  /// True if all calls are replayed again, even those whose outcomes were
  /// stored by earlier searches.
  bool fresh = false;
  LaneOptions lanes = {};
  ProgressListener progress = {};
};

/// Captures the arguments of a call in the recorded run. Then searches for
/// other arguments with which the run still fails, or with which it passes.
/// Each test runs the program up to the call, and overwrites the arguments
/// before the first statement of the function. From there on, the program runs
/// normally (live flow). The predicate of the case or the expected output
/// judges the run. The outcomes are stored in the case directory, so a search
/// that was stopped can be resumed.
///
/// Returns a UsageError for options that can't be used, and a ReproductionError
/// if the replayed call does not fail, or if the recorded run prints the
/// expected output. If the search ends early, for example after Ctrl-C, the
/// result is the best one so far.
llvm::Expected<CallSummary> reduceCall(const RunnableCase &runnable,
                                       const CallOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CALL_CALLVERB_H
