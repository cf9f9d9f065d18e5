// Tests of probdd and cdd.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CDD.h"
#include "FakeOracles.h"
#include "ProbDD.h"

using namespace pinstripe;

/// Returns the numbers of elements that the removals before the sweep have.
static std::vector<size_t> sizesOf(Reducer &reducer,
                                   const OutcomeFunction &outcomeOf) {
  std::vector<size_t> sizes;
  while (std::optional<Configuration> candidate = reducer.ask()) {
    if (reducer.phase() == "sweep")
      break;
    sizes.push_back(reducer.best().count() - candidate->count());
    reducer.tell(outcomeOf(*candidate));
  }
  return sizes;
}

static Outcome alwaysPass(const Configuration &) { return Outcome::Pass; }

TEST_CASE("probdd removes fewer elements at once the less likely it is",
          "[reduction][probdd]") {
  // For p = 0.1, 10 elements are the best: 10 * 0.9^10 is the largest product.
  // Then p is 0.1 / (1 - 0.9^10) = 0.15.
  ProbDD probdd(Configuration::full(20));
  std::vector<size_t> sizes = sizesOf(probdd, alwaysPass);
  CHECK(sizes.size() == 40);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  CHECK(sizes == std::vector<size_t>{10, 6, 4, 2, 1});
}

TEST_CASE("probdd does not try removed elements again", "[reduction][probdd]") {
  ProbDD probdd(Configuration::full(30));
  std::vector<std::string> removed;
  size_t last = 30;
  while (std::optional<Configuration> candidate = probdd.ask()) {
    if (probdd.phase() == "sweep")
      break;
    last = std::min(last, probdd.best().count());
    probdd.tell(FailsIff{4}(*candidate));
  }
  CHECK(probdd.best().count() == 1);
  CHECK(last == 1);
}

TEST_CASE("cdd goes from half of the elements down to one, to 63 % each time",
          "[reduction][cdd]") {
  CDD cdd(Configuration::full(100));
  std::vector<size_t> sizes = sizesOf(cdd, alwaysPass);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  // The run of elements at the front of a round is smaller.
  CHECK(sizes ==
        std::vector<size_t>{50, 31, 7, 19, 5, 12, 4, 7, 2, 5, 3, 1, 2, 1});
}

TEST_CASE("cdd with the authors' probability removes 10 elements, then 6, 3, 2 "
          "and 1",
          "[reduction][cdd]") {
  CDD cdd(Configuration::full(60), 0.1);
  std::vector<size_t> sizes = sizesOf(cdd, alwaysPass);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  CHECK(sizes == std::vector<size_t>{10, 6, 3, 2, 1});
}

TEST_CASE("cdd foresees the questions of a run that removes nothing",
          "[reduction][cdd]") {
  CDD cdd(Configuration::full(23));
  size_t foreseen = *cdd.testsLeft();
  while (cdd.ask()) {
    REQUIRE(cdd.testsLeft() == foreseen);
    cdd.tell(Outcome::Pass);
    --foreseen;
  }
  CHECK(foreseen == 0);
}
