// Tests of the cache of outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeCache.h"

#include "FakeOracles.h"

using namespace pinstripe;

TEST_CASE("the cache gives back the outcome of exactly that configuration",
          "[reduction][cache]") {
  OutcomeCache cache;
  Configuration full = Configuration::full(70);
  cache.insert(full.without(Element(69)), Outcome::Unresolved);
  cache.insert(full.without(Element(3)), Outcome::Pass);
  CHECK(cache.lookup(full.without(Element(69))) == Outcome::Unresolved);
  CHECK(cache.lookup(full.without(Element(3))) == Outcome::Pass);
  CHECK(cache.lookup(full.without(Element(4))) == std::nullopt);
  CHECK(cache.lookup(full) == std::nullopt);
  CHECK(cache.size() == 2);
}

TEST_CASE("eviction forgets larger configurations and keeps the others",
          "[reduction][cache]") {
  OutcomeCache cache;
  Configuration configuration = Configuration::full(6);
  std::vector<Configuration> bySize;
  while (!configuration.isEmpty()) {
    configuration = configuration.without(*configuration.members().begin());
    bySize.push_back(configuration);
    cache.insert(configuration, Outcome::Pass);
  }
  cache.evictLargerThan(3);
  CHECK(cache.size() == 4);
  for (const Configuration &member : bySize)
    CHECK(cache.lookup(member).has_value() == (member.count() <= 3));
}

TEST_CASE("no reduction tests a configuration twice, though it evicts",
          "[reduction][cache]") {
  for (const Algorithm &algorithm : allAlgorithms())
    for (uint32_t seed = 0; seed < 100; ++seed) {
      INFO(algorithm.name.str() << ", seed " << seed);
      FakeOracle oracle(OutcomeTable(9, 25, 40, seed));
      ReductionResult result = reduceWith(algorithm, 9, oracle);
      for (size_t i = 0; i < oracle.asked.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          REQUIRE(oracle.asked[i] != oracle.asked[j]);
      REQUIRE(result.counts.distinct() == oracle.asked.size());
    }
}

namespace {
/// Checks that the cache and the oracle agree.
class CacheAuditor : public ReductionObserver {
public:
  explicit CacheAuditor(OutcomeFunction outcomeOf)
      : outcomeOf(std::move(outcomeOf)) {}
  llvm::Error testFinished(const Configuration &configuration, Outcome outcome,
                           bool cached) override {
    REQUIRE(outcome == outcomeOf(configuration));
    cachedAnswers += cached;
    return llvm::Error::success();
  }
  OutcomeFunction outcomeOf;
  size_t cachedAnswers = 0;
};
} // namespace

TEST_CASE("cached answers are the oracle's answers", "[reduction][cache]") {
  std::atomic<bool> stop = false;
  for (const Algorithm &algorithm : allAlgorithms()) {
    size_t cachedAnswers = 0;
    for (uint32_t seed = 0; seed < 100; ++seed) {
      OutcomeTable table(8, 30, 30, seed);
      FakeOracle oracle(table);
      CacheAuditor auditor(table);
      ReductionResult result =
          llvm::cantFail(reduce(8, algorithm, oracle, auditor, stop));
      REQUIRE(result.counts.cached == auditor.cachedAnswers);
      cachedAnswers += auditor.cachedAnswers;
    }
    bool repeats = algorithm.name != "simpledd" && algorithm.name != "dd";
    CHECK((cachedAnswers > 0) == repeats);
  }
}
