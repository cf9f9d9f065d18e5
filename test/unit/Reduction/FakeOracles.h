// Oracles that need no program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_REDUCTION_FAKEORACLES_H
#define PINSTRIPE_TEST_UNIT_REDUCTION_FAKEORACLES_H

#include "TestSupport/Catch.h"
#include "pinstripe/Reduction/Reduction.h"
#include <functional>
#include <random>
#include <string>

namespace pinstripe {

using OutcomeFunction = std::function<Outcome(const Configuration &)>;

/// Calls a function and notes the configurations that were tested.
class FakeOracle : public Oracle {
public:
  explicit FakeOracle(OutcomeFunction outcomeOf)
      : outcomeOf(std::move(outcomeOf)) {}
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    asked.push_back(candidate);
    return outcomeOf(candidate);
  }
  OutcomeFunction outcomeOf;
  std::vector<Configuration> asked;
};

/// A monotone oracle: FAIL with all of these elements, PASS otherwise.
struct FailsIff {
  FailsIff(std::initializer_list<uint32_t> required) : required(required) {}
  explicit FailsIff(std::vector<uint32_t> required)
      : required(std::move(required)) {}
  Outcome operator()(const Configuration &configuration) const {
    for (uint32_t index : required)
      if (!configuration.contains(Element(index)))
        return Outcome::Pass;
    return Outcome::Fail;
  }
  std::vector<uint32_t> required;
};

/// A random oracle: an outcome for each of the 2^n configurations, FAIL for the
/// full one and PASS for the empty one.
class OutcomeTable {
public:
  /// Percentages of FAIL and UNRESOLVED; the rest is PASS.
  OutcomeTable(size_t elements, unsigned fail, unsigned unresolved,
               uint32_t seed)
      : outcomes(size_t(1) << elements) {
    std::mt19937 random(seed);
    for (Outcome &outcome : outcomes) {
      unsigned draw = random() % 100;
      outcome = draw < fail                ? Outcome::Fail
                : draw < fail + unresolved ? Outcome::Unresolved
                                           : Outcome::Pass;
    }
    outcomes.front() = Outcome::Pass;
    outcomes.back() = Outcome::Fail;
  }
  Outcome operator()(const Configuration &configuration) const {
    size_t index = 0;
    for (Element element : configuration.members())
      index |= size_t(1) << static_cast<uint32_t>(element);
    return outcomes[index];
  }

private:
  std::vector<Outcome> outcomes;
};

inline std::vector<uint32_t> drawElements(size_t universe, size_t count,
                                          std::mt19937 &random) {
  std::vector<uint32_t> all(universe);
  for (size_t i = 0; i < universe; ++i)
    all[i] = i;
  for (size_t i = 0; i < count; ++i)
    std::swap(all[i], all[i + random() % (universe - i)]);
  all.resize(count);
  return all;
}

inline Algorithm algorithmNamed(llvm::StringRef name) {
  return llvm::cantFail(findAlgorithm(name));
}

/// Calls `reduce` without an observer and without a stop.
inline ReductionResult reduceWith(const Algorithm &algorithm, size_t elements,
                                  Oracle &oracle) {
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  return llvm::cantFail(reduce(elements, algorithm, oracle, observer, stop));
}

inline Configuration configurationOf(size_t universe,
                                     std::initializer_list<uint32_t> members) {
  Configuration result = Configuration::empty(universe);
  for (uint32_t member : members)
    result.insert(Element(member));
  return result;
}

/// Writes a configuration as "1..45.", a character per element, as the tables
/// of the papers do.
inline std::string pictureOf(const Configuration &configuration) {
  std::string picture;
  for (uint32_t i = 0; i < configuration.universe(); ++i)
    picture += configuration.contains(Element(i)) ? char('1' + i) : '.';
  return picture;
}

/// Returns the candidates of a reducer alone, without `reduce` and its cache.
inline std::vector<std::string> questionsOf(Reducer &reducer,
                                            const OutcomeFunction &outcomeOf) {
  std::vector<std::string> pictures;
  while (std::optional<Configuration> candidate = reducer.ask()) {
    pictures.push_back(pictureOf(*candidate));
    reducer.tell(outcomeOf(*candidate));
  }
  return pictures;
}

inline bool isOneMinimal(const Configuration &configuration,
                         const OutcomeFunction &outcomeOf) {
  for (Element element : configuration.members())
    if (outcomeOf(configuration.without(element)) == Outcome::Fail)
      return false;
  return true;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_REDUCTION_FAKEORACLES_H
