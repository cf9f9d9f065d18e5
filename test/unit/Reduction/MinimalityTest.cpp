// Tests of what every algorithm guarantees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks each algorithm under outcomes of every kind: the result FAILs, its
// certificate is true and at least the one that the table of algorithms
// guarantees, and a second reduction asks the same questions.

#include "FakeOracles.h"

using namespace pinstripe;

/// Returns true if `passing` does not PASS with any single further element of
/// `range`.
static bool isOneMaximal(const Configuration &passing,
                         const Configuration &range,
                         const OutcomeFunction &outcomeOf) {
  Configuration outside = range.without(passing);
  for (Element element : outside.members())
    if (outcomeOf(passing.with(element)) == Outcome::Pass)
      return false;
  return true;
}

/// Returns true if no element of the difference can be left out of the result.
static bool isOneMinimalOver(const Configuration &passing,
                             const Configuration &failing,
                             const OutcomeFunction &outcomeOf) {
  Configuration difference = failing.without(passing);
  for (Element element : difference.members())
    if (outcomeOf(failing.without(element)) == Outcome::Fail)
      return false;
  return true;
}

static void checkPassing(const ReductionResult &result,
                         const OutcomeFunction &outcomeOf) {
  const std::optional<Configuration> &passing = result.largestPassing;
  if (passing)
    REQUIRE(outcomeOf(*passing) == Outcome::Pass);
  if (result.minimality == Minimality::OneMaximal) {
    Configuration full = Configuration::full(result.best.universe());
    REQUIRE(passing);
    REQUIRE(isOneMaximal(*passing, full, outcomeOf));
  }
  if (result.minimality == Minimality::OneMinimalDifference) {
    REQUIRE(passing);
    REQUIRE(result.best.contains(*passing));
    REQUIRE(isOneMaximal(*passing, result.best, outcomeOf));
    REQUIRE(isOneMinimalOver(*passing, result.best, outcomeOf));
  }
}

/// Checks that the certificate is true and at least the guaranteed one.
static void checkCertificate(const Algorithm &algorithm,
                             const ReductionResult &result,
                             const OutcomeFunction &outcomeOf) {
  checkPassing(result, outcomeOf);
  if (result.minimality == Minimality::OneMinimal)
    REQUIRE(isOneMinimal(result.best, outcomeOf));
  else if (algorithm.guarantee == Minimality::OneMaximal)
    REQUIRE((result.minimality == Minimality::OneMaximal) ==
            result.largestPassing.has_value());
  else
    REQUIRE(result.minimality == algorithm.guarantee);
}

static void checkResult(const Algorithm &algorithm, size_t elements,
                        const OutcomeFunction &outcomeOf) {
  INFO(algorithm.name.str() << " of " << elements << " elements");
  FakeOracle oracle(outcomeOf);
  ReductionResult result = reduceWith(algorithm, elements, oracle);
  REQUIRE(result.end == ReductionEnd::Finished);
  REQUIRE(outcomeOf(result.best) == Outcome::Fail);
  checkCertificate(algorithm, result, outcomeOf);

  FakeOracle again(outcomeOf);
  REQUIRE(reduceWith(algorithm, elements, again).best == result.best);
  REQUIRE(again.asked == oracle.asked);
}

static void checkAllAlgorithms(size_t elements,
                               const OutcomeFunction &outcomeOf) {
  for (const Algorithm &algorithm : allAlgorithms())
    checkResult(algorithm, elements, outcomeOf);
}

TEST_CASE("a certified result is 1-minimal under any outcomes",
          "[reduction][minimality]") {
  struct Mixture {
    unsigned fail, unresolved;
  };
  // Outcomes are mostly PASS, balanced, mostly UNRESOLVED, or mostly FAIL.
  for (Mixture mixture :
       {Mixture{10, 10}, {33, 33}, {4, 90}, {15, 80}, {80, 10}})
    for (uint32_t seed = 0; seed < 150; ++seed) {
      size_t elements = 1 + seed % 10;
      INFO("seed " << seed << ", " << mixture.fail << " % FAIL, "
                   << mixture.unresolved << " % UNRESOLVED");
      checkAllAlgorithms(elements, OutcomeTable(elements, mixture.fail,
                                                mixture.unresolved, seed));
    }
}

TEST_CASE("a certified result is 1-minimal under monotone outcomes with "
          "several causes",
          "[reduction][minimality]") {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    size_t elements = 2 + random() % 80;
    std::vector<FailsIff> causes;
    for (size_t cause = 0; cause < 1 + random() % 4; ++cause) {
      size_t count = 1 + random() % std::min<size_t>(elements, 9);
      causes.emplace_back(drawElements(elements, count, random));
    }
    checkAllAlgorithms(elements, [&](const Configuration &configuration) {
      for (const FailsIff &cause : causes)
        if (cause(configuration) == Outcome::Fail)
          return Outcome::Fail;
      return Outcome::Pass;
    });
  }
}

TEST_CASE("a certified result is 1-minimal when elements cancel in groups",
          "[reduction][minimality]") {
  // The elements 4i to 4i+3 can only be removed all together; otherwise the run
  // crashes.
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    size_t elements = 4 * (1 + random() % 16);
    FailsIff required(drawElements(elements, 1 + random() % 4, random));
    checkAllAlgorithms(elements, [&](const Configuration &configuration) {
      for (uint32_t first = 0; first < elements; first += 4) {
        int present = 0;
        for (uint32_t i = first; i < first + 4; ++i)
          present += configuration.contains(Element(i));
        if (present != 0 && present != 4)
          return Outcome::Unresolved;
      }
      return required(configuration);
    });
  }
}

TEST_CASE("nothing is removed when only the full configuration FAILs",
          "[reduction][minimality]") {
  for (Outcome other : {Outcome::Pass, Outcome::Unresolved})
    for (size_t elements : {1, 2, 3, 7, 16, 33}) {
      auto outcomeOf = [&](const Configuration &configuration) {
        return configuration.count() == elements ? Outcome::Fail : other;
      };
      checkAllAlgorithms(elements, outcomeOf);
      for (const Algorithm &algorithm : allAlgorithms()) {
        FakeOracle oracle(outcomeOf);
        CHECK(reduceWith(algorithm, elements, oracle).best.count() == elements);
      }
    }
}

TEST_CASE("one element is left when only the empty configuration does not "
          "FAIL",
          "[reduction][minimality]") {
  auto outcomeOf = [](const Configuration &configuration) {
    return configuration.isEmpty() ? Outcome::Pass : Outcome::Fail;
  };
  for (size_t elements : {1, 2, 3, 7, 16, 33}) {
    checkAllAlgorithms(elements, outcomeOf);
    for (const Algorithm &algorithm : allAlgorithms()) {
      FakeOracle oracle(outcomeOf);
      if (algorithm.guarantee != Minimality::OneMaximal)
        CHECK(reduceWith(algorithm, elements, oracle).best.count() == 1);
    }
  }
}
