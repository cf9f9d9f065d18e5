// Reduces a string or another sequence by a function that judges its parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_FUNCTIONORACLE_H
#define PINSTRIPE_REDUCTION_FUNCTIONORACLE_H

#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Support/Error.h"
#include <functional>
#include <type_traits>

namespace pinstripe {

/// An oracle (a tester of configurations) that calls a function for each test.
class FunctionOracle : public Oracle {
public:
  using Function = std::function<Outcome(const Configuration &candidate)>;
  explicit FunctionOracle(Function outcomeOf)
      : outcomeOf(std::move(outcomeOf)) {}
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    return outcomeOf(candidate);
  }

private:
  Function outcomeOf;
};

/// Returns the members of a sequence, such as a string or a vector, whose
/// indices are in the configuration.
template <typename Sequence>
Sequence partOf(const Sequence &whole, const Configuration &configuration) {
  Sequence part;
  for (Element element : configuration.members())
    part.push_back(whole[static_cast<size_t>(element)]);
  return part;
}

/// Reduces a sequence, such as a string, to a small part for which `predicate`
/// still returns true or Outcome::Fail. With an algorithm that guarantees
/// 1-minimality, no single member of that part can be left out.
///
/// Returns the empty sequence if the predicate holds for it, and a
/// ReproductionError if the predicate does not hold for `whole`.
///
///     std::string cause = llvm::cantFail(reduceSequence(
///         input, [](const std::string &part) { return crashes(part); }));
template <typename Sequence, typename Predicate>
llvm::Expected<Sequence>
reduceSequence(const Sequence &whole, Predicate predicate,
               const Algorithm &algorithm = allAlgorithms().front(),
               const ReductionOptions &options = {}) {
  FunctionOracle oracle([&](const Configuration &candidate) {
    auto answer = predicate(partOf(whole, candidate));
    if constexpr (std::is_same_v<decltype(answer), Outcome>)
      return answer;
    else
      return answer ? Outcome::Fail : Outcome::Pass;
  });
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  llvm::Expected<ReductionResult> result =
      reduce(whole.size(), algorithm, oracle, observer, stop, {}, options);
  if (!result)
    return result.takeError();
  if (result->end == ReductionEnd::FullDoesNotFail)
    return llvm::make_error<ReproductionError>(
        "the predicate does not hold for the whole sequence");
  return partOf(whole, result->best);
}

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_FUNCTIONORACLE_H
