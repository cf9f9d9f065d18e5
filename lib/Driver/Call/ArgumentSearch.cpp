// Implements the steps that all searches of a call's arguments have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/ArgumentSearch.h"
#include "pinstripe/Reduction/Oracle.h"

using namespace pinstripe;

namespace {

/// Tests sets of kept elements in a search of arguments: turns such a set (a
/// configuration) into the arguments of a call, and tests the call.
class ValuesOracle : public Oracle {
public:
  ValuesOracle(CallTests &tests, const ArgumentSearch::ValuesOf &valuesOf)
      : tests(tests), valuesOf(valuesOf) {}
  ~ValuesOracle() override { tests.expect({}); }

  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    return tests.outcomeOf(valuesOf(candidate));
  }
  std::optional<Outcome> known(const Configuration &candidate) override {
    return tests.known(valuesOf(candidate));
  }
  size_t prefetchDepth() override { return tests.depth(); }
  void prefetch(llvm::ArrayRef<Configuration> candidates) override {
    std::vector<CallValues> likely;
    for (const Configuration &candidate : candidates)
      likely.push_back(valuesOf(candidate));
    tests.expect(likely);
  }

private:
  CallTests &tests;
  const ArgumentSearch::ValuesOf &valuesOf;
};

} // namespace

std::vector<std::string> pinstripe::elementsIn(const CallArguments &arguments,
                                               size_t part,
                                               const CallValues &values) {
  std::vector<size_t> bounds = arguments.boundsOf(part, values);
  std::vector<std::string> elements;
  for (size_t i = 0; i + 1 < bounds.size(); ++i)
    elements.push_back(
        values[part].substr(bounds[i], bounds[i + 1] - bounds[i]));
  return elements;
}

std::string pinstripe::joinedElements(llvm::ArrayRef<std::string> elements,
                                      const Configuration &configuration) {
  std::string bytes;
  for (Element element : configuration.members())
    bytes += elements[static_cast<size_t>(element)];
  return bytes;
}

bool ArgumentSearch::isOver() {
  found.interrupted |= stop.load();
  found.exhausted = request.budget.reachedBy(tests.made());
  return found.interrupted || found.exhausted;
}

bool ArgumentSearch::mayChange(size_t part) const {
  const CallPart &each = arguments.parts[part];
  return !each.isLength && !each.isFixed &&
         (request.only.empty() || request.only.count(part) != 0);
}

size_t ArgumentSearch::changeableParts() const {
  size_t count = 0;
  for (size_t i = 0; i < arguments.parts.size(); ++i)
    count += mayChange(i);
  return count;
}

llvm::Expected<ReductionResult>
ArgumentSearch::reduceWith(size_t elements, const ValuesOf &valuesOf) {
  ValuesOracle oracle(tests, valuesOf);
  ReductionOptions options;
  options.isEnough = [this](const Configuration &) { return isOver(); };
  ReductionObserver observer;
  auto result =
      reduce(elements, request.algorithm, oracle, observer, stop, {}, options);
  if (result)
    found.interrupted |= result->interrupted();
  return result;
}

llvm::Expected<ReductionResult>
ArgumentSearch::reduceSequence(size_t part,
                               llvm::ArrayRef<std::string> elements,
                               const CallValues &values) {
  return reduceWith(elements.size(), [&](const Configuration &configuration) {
    CallValues changed = values;
    changed[part] = joinedElements(elements, configuration);
    return changed;
  });
}

llvm::Error ArgumentSearch::closeGap(size_t part, NumberGap gap,
                                     const CallValues &values,
                                     const Take &take) {
  auto with = [&](uint64_t number) {
    CallValues changed = values;
    changed[part] = bytesOfNumber(static_cast<int64_t>(number),
                                  arguments.parts[part].bytes.size());
    return changed;
  };
  while (!gap.isClosed() && !isOver()) {
    std::vector<CallValues> likely;
    for (uint64_t number : gap.likely(tests.depth()))
      likely.push_back(with(number));
    tests.expect(likely);
    CallValues tested = with(gap.middle());
    llvm::Expected<Outcome> outcome = outcomeOf(tested);
    if (!outcome)
      return outcome.takeError();
    if (isStopped() && *outcome != Outcome::Fail)
      break;
    std::optional<GapEnd> end = take(tested, *outcome);
    if (!end)
      break;
    (*end == GapEnd::From ? gap.from : gap.to) = gap.middle();
  }
  tests.expect({});
  return llvm::Error::success();
}
