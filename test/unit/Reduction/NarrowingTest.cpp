// Tests of ddmax and isolate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DDMax.h"
#include "FakeOracles.h"
#include "Isolate.h"

using namespace pinstripe;

TEST_CASE("isolate is a binary search when each outcome is PASS or FAIL",
          "[reduction][isolate]") {
  Isolate isolate(Configuration::full(8));
  CHECK(questionsOf(isolate, FailsIff{2, 5}) ==
        std::vector<std::string>{
            "........",             // PASSes
            "1234....", "....5678", // both PASS: increase to complement
            "12..5678", "..345678", // 12 can go
            "..3.5678",             // 4 can go: reduce to subset
        });
  CHECK(pictureOf(isolate.best()) == "..3.5678");
  CHECK(pictureOf(*isolate.largestPassing()) == "....5678");
  CHECK(isolate.minimality() == Minimality::OneMinimalDifference);
}

TEST_CASE("isolate certifies 1-minimality if only the empty configuration "
          "PASSes",
          "[reduction][isolate]") {
  auto outcomeOf = [](const Configuration &configuration) {
    return configuration.isEmpty() ? Outcome::Pass
           : FailsIff{1, 6}(configuration) == Outcome::Fail
               ? Outcome::Fail
               : Outcome::Unresolved;
  };
  Isolate isolate(Configuration::full(8));
  questionsOf(isolate, outcomeOf);
  CHECK(pictureOf(isolate.best()) == ".2....7.");
  CHECK(isolate.largestPassing()->isEmpty());
  CHECK(isolate.minimality() == Minimality::OneMinimal);
}

TEST_CASE("isolate finds what must be together among unresolved outcomes",
          "[reduction][isolate]") {
  // Table 2 of Hildebrandt and Zeller: a part of 1, 7 and 8 is UNRESOLVED.
  auto outcomeOf = [](const Configuration &configuration) {
    int present = 0;
    for (uint32_t change : {1, 7, 8})
      present += configuration.contains(Element(change - 1));
    return present == 3   ? Outcome::Fail
           : present == 0 ? Outcome::Pass
                          : Outcome::Unresolved;
  };
  FakeOracle oracle(outcomeOf);
  ReductionResult result = reduceWith(algorithmNamed("isolate"), 8, oracle);
  CHECK(result.minimality == Minimality::OneMinimal);
  CHECK(pictureOf(result.best.without(*result.largestPassing)) == "1.....78");
  CHECK(result.counts.distinct() == 15);
}

TEST_CASE("ddmax adds what it can and leaves the failing side alone",
          "[reduction][ddmax]") {
  DDMax ddmax(Configuration::full(8));
  CHECK(questionsOf(ddmax, FailsIff{2, 5}) ==
        std::vector<std::string>{
            "........",             // PASSes
            "....5678",             // increase to complement
            "..345678", "12..5678", // 12 can be added
            "12.45678",             // and 4
        });
  CHECK(pictureOf(*ddmax.largestPassing()) == "12.45678");
  CHECK(ddmax.minimality() == Minimality::OneMaximal);
}

TEST_CASE("ddmax leaves out one element of each cause", "[reduction][ddmax]") {
  std::mt19937 random(2020);
  for (int round = 0; round < 50; ++round) {
    size_t elements = 8 + random() % 60;
    std::vector<uint32_t> drawn = drawElements(elements, 6, random);
    FailsIff first{drawn[0], drawn[1]}, second{drawn[2], drawn[3], drawn[4]};
    FakeOracle oracle([&](const Configuration &configuration) {
      bool fails = first(configuration) == Outcome::Fail ||
                   second(configuration) == Outcome::Fail;
      return fails ? Outcome::Fail : Outcome::Pass;
    });
    ReductionResult result =
        reduceWith(algorithmNamed("ddmax"), elements, oracle);
    REQUIRE(result.largestPassing->count() == elements - 2);
    REQUIRE(result.minimality == Minimality::OneMaximal);
  }
}

TEST_CASE("ddmax has no result if nothing PASSes", "[reduction][ddmax]") {
  FakeOracle oracle([](const Configuration &configuration) {
    return configuration.count() == 6 ? Outcome::Fail : Outcome::Unresolved;
  });
  ReductionResult result = reduceWith(algorithmNamed("ddmax"), 6, oracle);
  CHECK(result.end == ReductionEnd::Finished);
  CHECK_FALSE(result.largestPassing.has_value());
  CHECK(result.minimality == Minimality::None);
}

TEST_CASE("algorithms that only remove have no passing result", "[reduction]") {
  for (llvm::StringRef name : {"halving", "ddmin", "cdd", "dd"}) {
    FakeOracle oracle(FailsIff{2, 5});
    ReductionResult result = reduceWith(algorithmNamed(name), 8, oracle);
    CHECK_FALSE(result.largestPassing.has_value());
  }
}
