// Searches the arguments of a call: minimises, maximises or isolates them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search knows nothing of processes: a function tests values of arguments.
// The Debugging Book, chapter "Reducing Failure-Inducing Inputs", has the same
// three forms as min_args, max_args and min_arg_diff.

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H

#include "Call/CallArguments.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Support/Deadline.h"
#include <atomic>
#include <functional>
#include <map>
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
  TestCounts counts;
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
class CallSearch {
public:
  using Test = std::function<llvm::Expected<Outcome>(const CallValues &)>;

  /// `arguments`, `stop` and whatever `test` refers to must outlive the search.
  CallSearch(const CallArguments &arguments, CallRequest request, Test test,
             const std::atomic<bool> &stop);

  /// Runs the search. Returns a ReproductionError if the recorded arguments do
  /// not fail, or if the passing ones do not pass. Must be called once.
  llvm::Expected<CallFinding> run();

private:
  /// A difference between two calls in one part: an element that only one of
  /// them has, or a number that differs. Elements that both have are listed,
  /// too, so that the part can be put together.
  struct Difference {
    enum class Kind : uint8_t { Same, OnlyFailing, OnlyPassing, Number };
    Kind kind = Kind::Same;
    size_t part = 0;
    std::string bytes = {};
    Element element{}; ///< The element of the reduction; not for Same.
  };
  using ValuesOf = std::function<CallValues(const Configuration &)>;

  llvm::Expected<Outcome> outcomeOf(CallValues values);
  bool isOver();
  bool mayChange(size_t part) const;
  size_t changeableParts() const;
  llvm::Error checkRecorded();
  llvm::Expected<ReductionResult> reduceWith(size_t elements,
                                             const ValuesOf &valuesOf);

  llvm::Error minimise();
  llvm::Error minimisePart(size_t part, bool isAgain);
  llvm::Error minimiseSequence(size_t part);
  llvm::Error minimiseNumber(size_t part, bool isAgain);
  llvm::Error minimiseFloat(size_t part);
  llvm::Error minimiseEnumeration(size_t part);
  llvm::Expected<bool> accept(size_t part, std::string bytes);

  llvm::Error maximise();
  llvm::Error maximiseSequence(size_t part);
  llvm::Error maximiseNumber(size_t part);

  llvm::Error isolate();
  std::vector<Difference> differences() const;
  CallValues mixture(llvm::ArrayRef<Difference> differences,
                     const Configuration &configuration) const;
  llvm::Error narrowNumber();

  const CallArguments &arguments;
  CallRequest request;
  Test test;
  const std::atomic<bool> &stop;
  std::map<CallValues, Outcome> known;
  CallFinding found;
  bool isProven = true;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLSEARCH_H
