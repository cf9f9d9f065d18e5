// Changes variables of the failing run at one point, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/PointExperiments.h"
#include "pinstripe/Reduction/Reduction.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static llvm::BitVector setOf(const Configuration &configuration) {
  llvm::BitVector set(static_cast<unsigned>(configuration.universe()));
  for (Element element : configuration.members())
    set.set(static_cast<unsigned>(element));
  return set;
}

namespace {

/// An oracle whose tests may return errors.
class ExperimentOracle : public Oracle {
public:
  using Function =
      llvm::function_ref<llvm::Expected<Outcome>(const llvm::BitVector &)>;
  explicit ExperimentOracle(Function outcomeOf) : outcomeOf(outcomeOf) {}
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    return outcomeOf(setOf(candidate));
  }

private:
  Function outcomeOf;
};

} // namespace

llvm::Expected<Outcome>
PointExperiments::outcomeOf(const llvm::BitVector &set) {
  std::vector<unsigned> members(set.set_bits_begin(), set.set_bits_end());
  auto known = outcomes.find(members);
  if (known != outcomes.end())
    return known->second;
  if (isOver())
    return Outcome::Unresolved;
  llvm::Expected<Outcome> outcome = test(set);
  if (outcome)
    outcomes.emplace(std::move(members), *outcome);
  return outcome;
}

/// Returns true if the run fails with the values of the passing run in
/// `context`, and passes if `variables` have such values as well.
llvm::Expected<bool> PointExperiments::decides(const llvm::BitVector &variables,
                                               const llvm::BitVector &context) {
  llvm::BitVector both = variables;
  both |= context;
  llvm::Expected<Outcome> with = outcomeOf(both);
  if (!with || *with != Outcome::Pass)
    return with ? llvm::Expected<bool>(false) : with.takeError();
  llvm::Expected<Outcome> without = outcomeOf(context);
  if (!without)
    return without.takeError();
  return *without == Outcome::Fail;
}

/// Returns the differences with these keys; nullopt if one is missing.
std::optional<llvm::BitVector>
PointExperiments::find(llvm::ArrayRef<std::string> keys) const {
  llvm::BitVector set(static_cast<unsigned>(differences.size()));
  for (const std::string &key : keys) {
    auto found = llvm::find_if(differences, [&](const StateDifference &each) {
      return each.key == key;
    });
    if (found == differences.end())
      return std::nullopt;
    set.set(static_cast<unsigned>(found - differences.begin()));
  }
  return set;
}

std::vector<std::string>
PointExperiments::keysOf(const llvm::BitVector &set) const {
  std::vector<std::string> keys;
  for (unsigned index : set.set_bits())
    keys.push_back(differences[index].key);
  return keys;
}

/// Removes variables from the context as long as the run still fails without
/// `variables` and passes with them.
llvm::Error PointExperiments::reduceContext(const llvm::BitVector &variables,
                                            llvm::BitVector &context) {
  std::vector<unsigned> members(context.set_bits_begin(),
                                context.set_bits_end());
  auto partOf = [&](const llvm::BitVector &part) {
    llvm::BitVector set(context.size());
    for (unsigned index : part.set_bits())
      set.set(members[index]);
    return set;
  };
  auto ask = [&](const llvm::BitVector &part) -> llvm::Expected<Outcome> {
    llvm::Expected<bool> isEnough = decides(variables, partOf(part));
    if (!isEnough)
      return isEnough.takeError();
    return *isEnough ? Outcome::Fail : Outcome::Pass;
  };
  ExperimentOracle oracle(ask);
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  llvm::Expected<ReductionResult> result =
      reduce(members.size(), allAlgorithms().front(), oracle, observer, stop,
             {}, {.isEnough = [&](const Configuration &) { return isOver(); }});
  if (!result)
    return result.takeError();
  context = partOf(setOf(result->best));
  return llvm::Error::success();
}

llvm::Expected<std::optional<Cause>> PointExperiments::isolate() {
  // An element of a configuration is a difference that is left as it is in the
  // failing run.
  auto ask = [&](const llvm::BitVector &left) {
    llvm::BitVector set = left;
    set.flip();
    return outcomeOf(set);
  };
  ExperimentOracle oracle(ask);
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  llvm::Expected<Algorithm> algorithm = findAlgorithm("isolate");
  if (!algorithm)
    return algorithm.takeError();
  llvm::Expected<ReductionResult> result =
      reduce(differences.size(), *algorithm, oracle, observer, stop, {},
             {.isEnough = [&](const Configuration &) { return isOver(); }});
  if (!result)
    return result.takeError();
  if (result->endedEarly() || !result->largestPassing ||
      result->end == ReductionEnd::FullDoesNotFail)
    return std::nullopt;
  llvm::BitVector variables =
      setOf(result->best.without(*result->largestPassing));
  llvm::BitVector context = setOf(result->best);
  context.flip();
  llvm::BitVector none(context.size());
  llvm::Expected<bool> isAlone = decides(variables, none);
  if (!isAlone)
    return isAlone.takeError();
  if (*isAlone)
    context = none;
  else if (llvm::Error error = reduceContext(variables, context))
    return error;
  if (isOver())
    return std::nullopt;
  return Cause{keysOf(variables), keysOf(context)};
}

llvm::Expected<std::optional<Cause>>
PointExperiments::findCause(llvm::ArrayRef<Cause> likely) {
  if (differences.empty())
    return std::nullopt;
  for (const Cause &each : likely) {
    auto variables = find(each.variables), context = find(each.context);
    if (!variables || !context)
      continue;
    llvm::Expected<bool> isCause = decides(*variables, *context);
    if (!isCause)
      return isCause.takeError();
    if (*isCause)
      return each;
  }
  auto size = static_cast<unsigned>(differences.size());
  llvm::BitVector all(size, true), none(size);
  llvm::Expected<bool> isGood = decides(all, none);
  if (!isGood)
    return isGood.takeError();
  return *isGood ? isolate() : std::nullopt;
}
