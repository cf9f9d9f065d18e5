// Pins what each algorithm costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the tests of all algorithms on the same three oracles, so that no
// algorithm changes unnoticed.

#include "FakeOracles.h"

using namespace pinstripe;

namespace {

struct Cost {
  std::string name;
  size_t tests = 0;
  size_t kept = 0;
  bool operator==(const Cost &) const = default;
};

std::ostream &operator<<(std::ostream &stream, const Cost &cost) {
  return stream << "{" << cost.name << ", " << cost.tests << ", " << cost.kept
                << "}";
}

std::vector<Cost> costsOf(size_t elements, const OutcomeFunction &outcomeOf) {
  std::vector<Cost> costs;
  for (const Algorithm &algorithm : allAlgorithms()) {
    FakeOracle oracle(outcomeOf);
    ReductionResult result = reduceWith(algorithm, elements, oracle);
    costs.push_back(
        {algorithm.name.str(), result.counts.distinct(), result.best.count()});
  }
  return costs;
}

} // namespace

TEST_CASE("all algorithms find 8 scattered elements of 200 in the expected "
          "number of tests",
          "[reduction][family]") {
  std::mt19937 random(4);
  CHECK(costsOf(200, FailsIff(drawElements(200, 8, random))) ==
        std::vector<Cost>{{"halving", 78, 8},
                          {"ddmin", 297, 8},
                          {"simpledd", 10, 200},
                          {"dd", 71, 8},
                          {"dd+", 71, 8},
                          {"ddmax", 12, 196},
                          {"isolate", 15, 163},
                          {"probdd", 83, 8},
                          {"cdd", 101, 8},
                          {"prior", 78, 8}});
}

TEST_CASE("all algorithms take the expected number of tests where each seventh "
          "element needs the one before it",
          "[reduction][family]") {
  std::mt19937 random(4);
  FailsIff required(drawElements(200, 8, random));
  auto outcomeOf = [&](const Configuration &configuration) {
    for (uint32_t i = 7; i < 200; i += 7)
      if (configuration.contains(Element(i)) &&
          !configuration.contains(Element(i - 1)))
        return Outcome::Unresolved;
    return required(configuration);
  };
  CHECK(costsOf(200, outcomeOf) == std::vector<Cost>{{"halving", 84, 10},
                                                     {"ddmin", 322, 10},
                                                     {"simpledd", 10, 200},
                                                     {"dd", 105, 14},
                                                     {"dd+", 71, 164},
                                                     {"ddmax", 18, 194},
                                                     {"isolate", 15, 163},
                                                     {"probdd", 96, 10},
                                                     {"cdd", 109, 10},
                                                     {"prior", 84, 10}});
}

TEST_CASE("all algorithms take the expected number of tests where every other "
          "pair goes together only",
          "[reduction][family]") {
  std::mt19937 random(4);
  FailsIff required(drawElements(200, 8, random));
  auto outcomeOf = [&](const Configuration &configuration) {
    for (uint32_t i = 0; i < 200; i += 4)
      if (configuration.contains(Element(i)) !=
          configuration.contains(Element(i + 1)))
        return Outcome::Unresolved;
    return required(configuration);
  };
  CHECK(costsOf(200, outcomeOf) == std::vector<Cost>{{"halving", 157, 28},
                                                     {"ddmin", 420, 14},
                                                     {"simpledd", 10, 200},
                                                     {"dd", 130, 28},
                                                     {"dd+", 115, 12},
                                                     {"ddmax", 20, 196},
                                                     {"isolate", 23, 172},
                                                     {"probdd", 87, 12},
                                                     {"cdd", 234, 38},
                                                     {"prior", 157, 28}});
}
