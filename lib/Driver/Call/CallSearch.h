// Searches the arguments of a call: minimises, maximises or isolates them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search knows nothing of processes: CallTests answers whether a call with
// other values fails. The Debugging Book, chapter "Reducing Failure-Inducing
// Inputs", has the same three forms as min_args, max_args and min_arg_diff.

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H

#include "Call/CallTests.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include <set>

namespace pinstripe {

struct CallRequest {
  SearchForm form = SearchForm::Minimise;
  Algorithm algorithm;
  /// The values of a passing call. The search isolates the difference between
  /// this call and the failing one. Used only by the form that isolates a
  /// difference. If empty, a call with empty texts and arrays, and with zeros,
  /// is used.
  CallValues passing = {};
  /// The indices of the parts of arguments that the search may change; if the
  /// set is empty, it may change all parts.
  std::set<size_t> only = {};
  SearchBudget budget = {};
};

/// The result of a search of arguments.
struct CallFinding {
  /// The failing call with which the search has ended. After minimising, it is
  /// the smallest failing call that was found. After isolating, it is the
  /// failing call nearest to `passing`. After maximising, it is the recorded
  /// call.
  CallValues failing;
  /// The passing call that was found when a difference was isolated.
  CallValues passing;
  /// When maximising: the largest value of each part of the arguments with
  /// which the call passes, if all other parts stay as recorded. Nullopt for a
  /// part if no such value was found.
  std::vector<std::optional<std::string>> largest;
  /// For each part of the arguments, how many tests were made to change it.
  std::vector<uint64_t> tests;
  Minimality minimality = Minimality::None;
  bool interrupted = false;
  std::optional<BudgetLimit> exhausted = {};
};

/// Searches the arguments one after the other. To minimise, this is repeated
/// until no argument becomes smaller, because a smaller argument may let an
/// earlier one become smaller, too.
///
/// A text or array loses elements, by an algorithm of module Reduction. A
/// number is moved towards 0 by halving the distance. This takes a logarithmic
/// number of tests, and ends at a number that fails, while its neighbour
/// towards 0 does not. An enumeration takes an earlier enumerator.
///
/// Fills `found` with the best calls so far, even if it returns an Error.
/// Returns a ReproductionError if the recorded arguments do not fail, or if the
/// passing ones do not pass. Returns a UsageError if the passing call is too
/// long. Can also return the error of a test.
llvm::Error searchCall(const CallArguments &arguments,
                       const CallRequest &request, CallTests &tests,
                       const std::atomic<bool> &stop, CallFinding &found);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
