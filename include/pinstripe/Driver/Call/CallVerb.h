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
  /// The function, by its name as in `Shape::area`, perhaps followed by #N for
  /// its N-th call.
  std::string function;
  /// The number of the failing call, from 1; nullopt for the last call.
  std::optional<uint64_t> number = {};
  /// The number of a call that passes. Its arguments are the passing end of an
  /// isolated difference. nullopt for empty arguments.
  std::optional<uint64_t> passingNumber = {};
  /// Says which arguments are the lengths of others, as ARGUMENT:LENGTH.
  std::vector<std::string> lengths = {};
  /// The arguments that may be changed; all if the list is empty.
  std::vector<std::string> only = {};
  SearchForm form = SearchForm::Minimise;
  std::string algorithm = {}; ///< Empty for the usual one of the form.
  /// The number of runs after which the search ends.
  std::optional<uint64_t> maxTests = {};
  /// True if all calls are replayed again, even those whose outcomes earlier
  /// searches have stored.
  bool fresh = false;
  LaneOptions lanes = {};
  ProgressListener progress = {};
};

/// Captures the arguments of a call in the recorded run, and searches for other
/// arguments with which the run still fails, or passes. Each test runs the
/// program up to the call, overwrites the arguments before the first statement
/// of the function, and lets the program go on by itself (live flow). The
/// predicate of the case judges the run. The outcomes are stored in the case
/// directory, so that the same search goes on where it was ended.
///
/// Returns a UsageError for options that can't be used, and a
/// ReproductionError if the replayed call does not fail. If the search ends
/// early, for example after Ctrl-C, the result is the best one so far.
llvm::Expected<CallSummary> reduceCall(const RunnableCase &runnable,
                                       const CallOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CALL_CALLVERB_H
