// Searches the arguments of a call: minimises, maximises or isolates them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search knows nothing of processes: CallTests answers whether a call with
// other values fails. The Debugging Book, chapter "Reducing Failure-Inducing
// Inputs", has the same three forms as min_args, max_args and min_arg_diff.

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H

#include "Call/CallTests.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Support/Deadline.h"
#include <set>

namespace pinstripe {

struct CallRequest {
  SearchForm form = SearchForm::Minimise;
  Algorithm algorithm;
  /// The values of a call that passes, for an isolated difference. Empty if
  /// texts and arrays are to be empty, and numbers 0.
  CallValues passing = {};
  /// The parts that may be changed; all if the set is empty.
  std::set<size_t> only = {};
  /// The number of runs after which the search ends.
  std::optional<uint64_t> maxTests = {};
  Deadline deadline = {};
};

/// What a search has found.
struct CallFinding {
  /// The failing call; to maximise, the original one.
  CallValues failing;
  /// To isolate: the passing call.
  CallValues passing;
  /// To maximise: the largest value of each part with which the call passes
  /// while all other arguments stay; nullopt if no value was found.
  std::vector<std::optional<std::string>> largest;
  std::vector<uint64_t> tests; ///< How many tests each part took.
  Minimality minimality = Minimality::None;
  bool interrupted = false;
  std::optional<BudgetLimit> exhausted = {};
};

/// Searches the arguments one after the other. To minimise, this is repeated
/// until no argument becomes smaller, since a smaller argument may let an
/// earlier one become smaller, too.
///
/// A text or array loses elements, by an algorithm of module Reduction. A
/// number comes nearer to 0 by halving the distance; that takes a logarithmic
/// number of tests, and finds a number that fails while the next one towards 0
/// does not. An enumeration takes an earlier enumerator.
///
/// Fills `found` with the best calls so far, even if it returns an Error: a
/// ReproductionError if the recorded arguments do not fail, or if the passing
/// ones do not pass; a UsageError if the passing call is too long; or the error
/// of a test.
llvm::Error searchCall(const CallArguments &arguments,
                       const CallRequest &request, CallTests &tests,
                       const std::atomic<bool> &stop, CallFinding &found);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
