// Tests the search for the commit with which a failure begins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Revisions/CommitSearch.h"
#include "TestSupport/Catch.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <set>

using namespace pinstripe;

namespace {

struct Search {
  FailingStep found;
  size_t tests = 0;
};

Search searchFor(size_t states,
                 const std::function<Outcome(size_t state)> &outcomeOf) {
  CommitSearch search(states);
  Search result;
  while (std::optional<size_t> asked = search.ask()) {
    std::vector<size_t> likely = search.next();
    ++result.tests;
    search.tell(*asked, outcomeOf(*asked));
    if (std::optional<size_t> next = search.ask()) {
      // The predicted candidates include the one that follows.
      REQUIRE(std::count(likely.begin(), likely.end(), *next) == 1);
    }
  }
  result.found = search.found();
  return result;
}

} // namespace

TEST_CASE("the first failing state is found with log2(n) tests",
          "[driver][revisions]") {
  for (size_t states : {2, 3, 8, 100, 215})
    for (size_t first = 1; first < states; ++first) {
      Search search = searchFor(states, [&](size_t state) {
        return state < first ? Outcome::Pass : Outcome::Fail;
      });
      REQUIRE(search.found.passing == first - 1);
      REQUIRE(search.found.failing == first);
      REQUIRE(search.tests <= llvm::Log2_64_Ceil(states - 1));
    }
}

TEST_CASE("states that can't be tested are passed over",
          "[driver][revisions]") {
  std::set<size_t> broken = {40, 41, 42, 49, 50, 51, 52};
  Search search = searchFor(100, [&](size_t state) {
    return broken.contains(state) ? Outcome::Unresolved
           : state < 60           ? Outcome::Pass
                                  : Outcome::Fail;
  });
  CHECK(search.found.passing == 59);
  CHECK(search.found.failing == 60);
  CHECK(search.tests <= 9);
}

TEST_CASE("the states around a failure that can't be tested stay suspect",
          "[driver][revisions]") {
  Search search = searchFor(100, [&](size_t state) {
    return state > 30 && state < 40 ? Outcome::Unresolved
           : state <= 30            ? Outcome::Pass
                                    : Outcome::Fail;
  });
  CHECK(search.found.passing == 30);
  CHECK(search.found.failing == 40);
}
