// Compares simpledd, dd and dd+ with their paper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples with eight changes are those of Zeller, "Yesterday, my program
// worked. Today, it does not. Why?" (1999).

#include "DD.h"
#include "DDPlus.h"
#include "FakeOracles.h"
#include "SimpleDD.h"

using namespace pinstripe;

static size_t testsOf(llvm::StringRef name, size_t elements,
                      OutcomeFunction outcomeOf) {
  FakeOracle oracle(std::move(outcomeOf));
  return reduceWith(algorithmNamed(name), elements, oracle).counts.distinct();
}

TEST_CASE("simpledd tests the first half only", "[reduction][simpledd]") {
  SimpleDD simpledd(Configuration::full(8));
  CHECK(questionsOf(simpledd, FailsIff{6}) ==
        std::vector<std::string>{"1234....", "....56..", "......7."});
  CHECK(pictureOf(simpledd.best()) == "......7.");
  CHECK(simpledd.minimality() == Minimality::OneMinimal);
  // The element found in a second half is tested at the end.
  SimpleDD last(Configuration::full(8));
  CHECK(
      questionsOf(last, FailsIff{7}) ==
      std::vector<std::string>{"1234....", "....56..", "......7.", ".......8"});
  CHECK(pictureOf(last.best()) == ".......8");
}

TEST_CASE("simpledd does not find causes that interfere",
          "[reduction][simpledd]") {
  SimpleDD simpledd(Configuration::full(8));
  questionsOf(simpledd, FailsIff{2, 5});
  CHECK(simpledd.best() == Configuration::full(8));
  CHECK(simpledd.minimality() == Minimality::None);
}

TEST_CASE("dd is a binary search for a single failing change",
          "[reduction][dd]") {
  for (Algorithm algorithm : {algorithmNamed("dd"), algorithmNamed("dd+")}) {
    auto reducer = algorithm.create(Configuration::full(8));
    CHECK(questionsOf(*reducer, FailsIff{6}) ==
          std::vector<std::string>{"1234....", "....5678", "....56..",
                                   "......78", "......7."});
    CHECK(pictureOf(reducer->best()) == "......7.");
    CHECK(reducer->minimality() == Minimality::OneMinimal);
  }
}

TEST_CASE("dd and dd+ find the paper's two changes that interfere",
          "[reduction][dd]") {
  for (Algorithm algorithm : {algorithmNamed("dd"), algorithmNamed("dd+")}) {
    auto reducer = algorithm.create(Configuration::full(8));
    CHECK(questionsOf(*reducer, FailsIff{2, 5}) ==
          std::vector<std::string>{
              "1234....",
              "....5678", // both pass
              "12..5678",
              "..345678",
              "..3.5678", // 3 is found
              "123456..",
              "12345...",
              "1234.6..", // 6 is found
              // the result is tested, unlike in the paper
              "..3..6..",
          });
    CHECK(pictureOf(reducer->best()) == "..3..6..");
    CHECK(reducer->minimality() == Minimality::None);
  }
}

/// Change 8 FAILs; changes 2, 3 and 7 can only be applied together.
static Outcome outcomeWithInconsistencies(const Configuration &configuration) {
  int present = 0;
  for (uint32_t change : {2, 3, 7})
    present += configuration.contains(Element(change - 1));
  if (present != 0 && present != 3)
    return Outcome::Unresolved;
  return FailsIff{7}(configuration);
}

TEST_CASE("dd+ finds the paper's change among inconsistent ones with its 16 "
          "tests",
          "[reduction][dd]") {
  DDPlus ddplus(Configuration::full(8));
  CHECK(questionsOf(ddplus, outcomeWithInconsistencies) ==
        std::vector<std::string>{
            "1234....", "....5678",                         // try again
            "12......", "..34....", "....56..", "......78", // subsets
            "..345678", "12..5678", "1234..78", "123456..", // try again
            "1...56..", ".2..56..", "..3.56..", "...456..", "....567.",
            "....56.8", // 8 is found
            ".......8", // the result is tested, unlike in the paper
        });
  CHECK(pictureOf(ddplus.best()) == ".......8");
  CHECK(ddplus.minimality() == Minimality::OneMinimal);
}

TEST_CASE("dd+ prefers the subset that is unresolved where its complement "
          "passes",
          "[reduction][dd]") {
  // Change 3 FAILs, but only together with 5 to 8, or alone.
  auto outcomeOf = [](const Configuration &configuration) {
    std::string picture = pictureOf(configuration);
    bool isWhole = picture.ends_with("5678") || configuration.count() == 1;
    return picture[2] == '.' ? Outcome::Pass
           : isWhole         ? Outcome::Fail
                             : Outcome::Unresolved;
  };
  DDPlus ddplus(Configuration::full(8));
  CHECK(questionsOf(ddplus, outcomeOf) ==
        std::vector<std::string>{"1234....", "....5678", "12..5678", "..345678",
                                 "..3.5678", "..3....."});
  CHECK(pictureOf(ddplus.best()) == "..3.....");
}

TEST_CASE(
    "dd+ leaves passing subsets applied, and removes them where they can go",
    "[reduction][dd]") {
  // Any three elements FAIL, although the paper's algorithm assumes a single
  // minimal set. The set with which the algorithm ends does not FAIL, so the
  // best configuration is the smallest one that FAILed on the way.
  auto outcomeOf = [](const Configuration &configuration) {
    return configuration.count() >= 3 ? Outcome::Fail : Outcome::Unresolved;
  };
  DDPlus ddplus(Configuration::full(4));
  CHECK(questionsOf(ddplus, outcomeOf) ==
        std::vector<std::string>{"12..", "..34", "1...", ".2..", "..3.", "...4",
                                 ".234", "1.34", "12.4", "123."});
  CHECK(pictureOf(ddplus.best()) == ".234");
  CHECK(ddplus.minimality() == Minimality::None);
}

TEST_CASE("dd finds the minimal set whenever outcomes are monotone and there "
          "is one",
          "[reduction][dd]") {
  std::mt19937 random(1999);
  for (int round = 0; round < 200; ++round) {
    size_t elements = 2 + random() % 60;
    size_t count = 1 + random() % std::min<size_t>(elements, 9);
    FailsIff outcomeOf(drawElements(elements, count, random));
    for (llvm::StringRef name : {"dd", "dd+"}) {
      FakeOracle oracle(outcomeOf);
      ReductionResult result =
          reduceWith(algorithmNamed(name), elements, oracle);
      REQUIRE(result.best.count() == count);
      REQUIRE(outcomeOf(result.best) == Outcome::Fail);
    }
  }
}

TEST_CASE("dd asks at most 2n - 2 questions and one, dd+ at most 2n^2",
          "[reduction][dd]") {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    OutcomeTable table(8, 5, 10 * (seed % 10), seed);
    DD dd(Configuration::full(8));
    REQUIRE(questionsOf(dd, table).size() <= 2 * 8 - 2 + 1);
    DDPlus ddplus(Configuration::full(8));
    REQUIRE(questionsOf(ddplus, table).size() <= 2 * 8 * 8);
  }
}

TEST_CASE("dd foresees the questions of a run in which nothing FAILs",
          "[reduction][dd]") {
  for (llvm::StringRef name : {"dd", "simpledd"})
    for (size_t elements : {1, 2, 3, 8, 11}) {
      auto reducer = algorithmNamed(name).create(Configuration::full(elements));
      reducer->ask();
      size_t foreseen = *reducer->testsLeft();
      while (reducer->ask()) {
        REQUIRE(reducer->testsLeft() >= 1);
        reducer->tell(Outcome::Pass);
        foreseen -= foreseen > 0;
      }
      CHECK(foreseen <= 1);
      CHECK(reducer->testsLeft() <= 1);
    }
}

TEST_CASE("simpledd, dd and dd+ take the expected numbers of tests",
          "[reduction][dd]") {
  CHECK(testsOf("simpledd", 100, FailsIff{42}) == 10);
  CHECK(testsOf("dd", 100, FailsIff{42}) == 14);
  CHECK(testsOf("dd+", 100, FailsIff{42}) == 14);
  CHECK(testsOf("dd", 16, FailsIff{3, 5, 7}) == 16);
  CHECK(testsOf("dd+", 16, FailsIff{3, 5, 7}) == 16);
  CHECK(testsOf("dd", 64, FailsIff{0, 31, 63}) == 29);
  CHECK(testsOf("dd+", 64, FailsIff{0, 31, 63}) == 29);
}
