// Compares ddmin with its paper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DDMin.h"

#include "FakeOracles.h"
#include "llvm/ADT/DeltaAlgorithm.h"

using namespace pinstripe;

/// Table 2 of Hildebrandt and Zeller (2000): changes 1, 7 and 8 together FAIL,
/// some of the three are UNRESOLVED, none of the three PASSes.
static Outcome outcomeInTable2(const Configuration &configuration) {
  int present = 0;
  for (uint32_t change : {1, 7, 8})
    present += configuration.contains(Element(change - 1));
  return present == 3   ? Outcome::Fail
         : present == 0 ? Outcome::Pass
                        : Outcome::Unresolved;
}

TEST_CASE("ddmin asks the 27 questions of the paper's example in its order",
          "[reduction][ddmin]") {
  DDMin ddmin(Configuration::full(8));
  CHECK(questionsOf(ddmin, outcomeInTable2) ==
        std::vector<std::string>{
            "1234....", "....5678",                         // subsets, n = 2
            "12......", "..34....", "....56..", "......78", // n = 4
            "..345678", "12..5678",             // complements; reduce to 125678
            "12......", "....56..", "......78", // n = 3
            "....5678", "12....78",             // reduce to 1278
            "12......", "......78",             // n = 2
            "1.......", ".2......", "......7.", ".......8", // n = 4
            ".2....78", "1.....78",                         // reduce to 178
            "1.......", "......7.", ".......8",             // n = 3
            "......78", "1......8", "1.....7.",             // done
        });
  CHECK(pictureOf(ddmin.best()) == "1.....78");
  CHECK(ddmin.minimality() == Minimality::OneMinimal);
}

TEST_CASE("ddmin takes the paper's 19 different tests for its example",
          "[reduction][ddmin]") {
  FakeOracle oracle(outcomeInTable2);
  ReductionResult result = reduceWith(algorithmNamed("ddmin"), 8, oracle);
  CHECK(pictureOf(result.best) == "1.....78");
  // The number includes the full and the empty configuration.
  CHECK(result.counts.distinct() == 19);
  CHECK(result.counts.cached == 10);
  CHECK(result.counts.fail == 4);
  CHECK(result.counts.pass == 4);
  CHECK(result.counts.unresolved == 11);
}

TEST_CASE("ddmin is a binary search for a single failing change",
          "[reduction][ddmin]") {
  // In table 1 of the paper, change 7 of 8 FAILs. By proposition 9, ddmin takes
  // 2 log2(n) tests.
  DDMin ddmin(Configuration::full(8));
  CHECK(questionsOf(ddmin, FailsIff{6}) ==
        std::vector<std::string>{"1234....", "....5678", "....56..", "......78",
                                 "......7."});
  CHECK(ddmin.minimality() == Minimality::OneMinimal);

  DDMin larger(Configuration::full(1024));
  CHECK(questionsOf(larger, FailsIff{1023}).size() == 20);
}

TEST_CASE("the default takes one test more than ddmin for a single change, and "
          "fewer for several",
          "[reduction][halving][ddmin]") {
  auto testsOf = [](llvm::StringRef name, const OutcomeFunction &outcomeOf) {
    FakeOracle oracle(outcomeOf);
    return reduceWith(algorithmNamed(name), 8, oracle).counts.distinct();
  };
  // The outcomes are those of table 1 and table 2 of Hildebrandt and Zeller
  // (2000). The numbers include the full and the empty configuration.
  CHECK(testsOf("ddmin", FailsIff{6}) == 7);
  CHECK(testsOf("halving", FailsIff{6}) == 8);
  CHECK(testsOf("halving", outcomeInTable2) == 14);
  // Here two changes interfere, as in "Yesterday, my program worked" (1999).
  CHECK(testsOf("ddmin", FailsIff{2, 5}) == 18);
  CHECK(testsOf("dd", FailsIff{2, 5}) == 11);
  CHECK(testsOf("halving", FailsIff{2, 5}) == 11);
}

TEST_CASE("ddmin needs at most n^2 + 3n tests, whatever the outcomes",
          "[reduction][ddmin]") {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    OutcomeTable table(8, 20, 50, seed);
    DDMin ddmin(Configuration::full(8));
    REQUIRE(questionsOf(ddmin, table).size() <= 8 * 8 + 3 * 8);
  }
}

TEST_CASE("ddmin splits into subsets whose sizes differ by at most one",
          "[reduction][ddmin]") {
  DDMin ddmin(Configuration::full(7));
  std::vector<std::string> questions =
      questionsOf(ddmin, FailsIff{0, 1, 2, 3, 4, 5, 6});
  questions.resize(6);
  CHECK(questions == std::vector<std::string>{"123....", "...4567", "1......",
                                              ".23....", "...45..", ".....67"});
}

TEST_CASE("ddmin keeps the other subsets when it reduces to a complement",
          "[reduction][ddmin]") {
  // At granularity 4 the subsets of 10 elements are 12, 34, 567 and 89:. After
  // the removal of 12, a new split into three would not give 34.
  auto outcomeOf = [](const Configuration &configuration) {
    return pictureOf(configuration) == "..3456789:" ? Outcome::Fail
                                                    : Outcome::Unresolved;
  };
  DDMin ddmin(Configuration::full(10));
  std::vector<std::string> questions = questionsOf(ddmin, outcomeOf);
  REQUIRE(questions.size() > 10);
  CHECK(questions[6] == "..3456789:");
  CHECK(questions[7] == "..34......");
  CHECK(questions[8] == "....567...");
  CHECK(questions[9] == ".......89:");
}

TEST_CASE("ddmin takes the expected numbers of tests", "[reduction][ddmin]") {
  Algorithm ddmin = algorithmNamed("ddmin");
  auto testsOf = [&](size_t elements, OutcomeFunction outcomeOf) {
    FakeOracle oracle(std::move(outcomeOf));
    return reduceWith(ddmin, elements, oracle).counts.distinct();
  };
  CHECK(testsOf(16, FailsIff{3, 5, 7}) == 26);
  CHECK(testsOf(64, FailsIff{0, 31, 63}) == 73);
  CHECK(testsOf(100, FailsIff{42}) == 14);
}

namespace {
class LLVMDelta : public llvm::DeltaAlgorithm {
public:
  explicit LLVMDelta(FailsIff outcomeOf, size_t elements)
      : outcomeOf(std::move(outcomeOf)), elements(elements) {}

private:
  bool ExecuteOneTest(const changeset_ty &changes) override {
    Configuration configuration = Configuration::empty(elements);
    for (unsigned change : changes)
      configuration.insert(Element(change));
    return outcomeOf(configuration) == Outcome::Fail;
  }
  FailsIff outcomeOf;
  size_t elements;
};
} // namespace

TEST_CASE("ddmin and llvm::DeltaAlgorithm agree on monotone predicates",
          "[reduction][ddmin]") {
  std::mt19937 random(1999);
  for (int round = 0; round < 60; ++round) {
    size_t elements = 1 + random() % 60;
    size_t count = 1 + random() % std::min<size_t>(elements, 12);
    FailsIff outcomeOf(drawElements(elements, count, random));
    FakeOracle oracle(outcomeOf);
    ReductionResult result =
        reduceWith(algorithmNamed("ddmin"), elements, oracle);

    llvm::DeltaAlgorithm::changeset_ty all;
    for (unsigned i = 0; i < elements; ++i)
      all.insert(i);
    Configuration theirs = Configuration::empty(elements);
    for (unsigned change : LLVMDelta(outcomeOf, elements).Run(all))
      theirs.insert(Element(change));
    REQUIRE(result.best == theirs);
  }
}
