// Tests of halving and the sweep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Halving.h"

#include "FakeOracles.h"

using namespace pinstripe;

TEST_CASE("few elements are halved depth first from late to early, then swept",
          "[reduction][halving]") {
  Halving halving(Configuration::full(8));
  CHECK(questionsOf(halving, FailsIff{1, 6}) ==
        std::vector<std::string>{
            "1234....",             // the later half is needed
            "123456..", "1234567.", // its later half too, but not all of it
            "123456..",             // what is left of that quarter
            "12345.7.", "1234..7.", // the earlier quarter, one by one
            "......7.",             // the earlier half is needed
            "12....7.",             // its later half is not
            "......7.",             // what is left of it
            "1.....7.", ".2....7.", // single elements
            ".2......", "......7.", // the sweep: the certificate
        });
  CHECK(pictureOf(halving.best()) == ".2....7.");
  CHECK(halving.minimality() == Minimality::OneMinimal);
}

TEST_CASE("many elements are halved level by level, ranges of 32 depth first",
          "[reduction][halving]") {
  Halving halving(Configuration::full(130));
  std::vector<std::string> removed;
  while (removed.size() < 11) {
    std::optional<Configuration> candidate = halving.ask();
    REQUIRE(candidate);
    Configuration gone = halving.best().without(*candidate);
    std::vector<Element> elements(gone.members().begin(), gone.members().end());
    removed.push_back(std::to_string(static_cast<uint32_t>(elements.front())) +
                      "-" +
                      std::to_string(static_cast<uint32_t>(elements.back())));
    halving.tell(Outcome::Pass);
  }
  CHECK(removed == std::vector<std::string>{
                       "65-129", "0-64",                   // halves
                       "97-129", "65-96",                  // quarters
                       "81-96", "89-96", "93-96", "95-96", // of 65-96: it
                       "96-96", "95-95", "93-94",          // has 32
                   });
}

TEST_CASE("the sweep repeats until a whole pass removes nothing",
          "[reduction][halving]") {
  // Element 4 can be removed only after element 1, and element 1 only alone.
  auto outcomeOf = [](const Configuration &configuration) {
    std::string picture = pictureOf(configuration);
    bool fails = picture == "1234" || picture == ".234" || picture == ".23." ||
                 picture == "..3.";
    return fails ? Outcome::Fail : Outcome::Unresolved;
  };
  Halving halving(Configuration::full(4));
  CHECK(questionsOf(halving, outcomeOf) ==
        std::vector<std::string>{
            "12..", "123.", "12.4", "1.34", ".234", // halving
            ".23.", ".2..", "..3.",                 // first pass
            "....",                                 // second pass
        });
  CHECK(pictureOf(halving.best()) == "..3.");
}

TEST_CASE("halving certifies 1-minimality only when it is done",
          "[reduction][halving]") {
  Halving halving(Configuration::full(5));
  while (std::optional<Configuration> candidate = halving.ask()) {
    CHECK(halving.minimality() == Minimality::None);
    halving.tell(FailsIff{2}(*candidate));
  }
  CHECK(halving.minimality() == Minimality::OneMinimal);
  CHECK_FALSE(halving.ask().has_value());
}

TEST_CASE("ask gives the same candidate until it is answered",
          "[reduction][halving]") {
  Halving halving(Configuration::full(5));
  std::optional<Configuration> first = halving.ask();
  CHECK(halving.ask() == first);
  halving.tell(Outcome::Pass);
  CHECK(halving.ask() != first);
}

TEST_CASE("halving starts from any configuration that FAILs",
          "[reduction][halving]") {
  Configuration start = Configuration::full(9);
  for (uint32_t i : {0, 3, 4, 8})
    start.erase(Element(i));
  Halving halving(start);
  for (const std::string &question : questionsOf(halving, FailsIff{1, 7}))
    for (char removed : {'1', '4', '5', '9'})
      CHECK(question.find(removed) == std::string::npos);
  CHECK(pictureOf(halving.best()) == ".2.....8.");
}

TEST_CASE("halving visits no subset twice: it asks at most 2n - 2 questions "
          "before the sweep",
          "[reduction][halving]") {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    OutcomeTable table(9, 20, 40, seed);
    Halving halving(Configuration::full(9));
    size_t questions = 0;
    while (std::optional<Configuration> candidate = halving.ask()) {
      if (halving.phase() != "halving")
        break;
      ++questions;
      halving.tell(table(*candidate));
    }
    REQUIRE(questions <= 16);
  }
}

TEST_CASE("halving foresees the questions of a run that removes nothing",
          "[reduction][halving]") {
  Halving halving(Configuration::full(130));
  size_t foreseen = *halving.testsLeft();
  while (halving.ask()) {
    REQUIRE(halving.testsLeft() == foreseen);
    halving.tell(Outcome::Pass);
    --foreseen;
  }
  CHECK(foreseen == 0);
  CHECK(halving.testsLeft() == 0);
}

/// Counts the tests of halving without the sweep when no element can be
/// removed.
static size_t questionsInVain(size_t elements) {
  Halving halving(Configuration::full(elements));
  size_t questions = 0;
  size_t foreseen = *halving.testsLeft();
  while (halving.ask() && halving.phase() == "halving") {
    REQUIRE(*halving.testsLeft() <= foreseen);
    foreseen = *halving.testsLeft();
    halving.tell(Outcome::Pass);
    ++questions;
  }
  REQUIRE(*halving.testsLeft() == elements);
  return questions;
}

TEST_CASE("where few elements are all needed, small ranges are not asked for",
          "[reduction][halving]") {
  CHECK(questionsInVain(11) == 11 + 2);
  CHECK(questionsInVain(128) == 128 + 16);
  CHECK(questionsInVain(129) == 2 * 129 - 2);
}

TEST_CASE("halving takes the expected numbers of tests",
          "[reduction][halving]") {
  Algorithm halving = algorithmNamed("halving");
  auto testsOf = [&](size_t elements, OutcomeFunction outcomeOf) {
    FakeOracle oracle(std::move(outcomeOf));
    return reduceWith(halving, elements, oracle).counts.distinct();
  };
  CHECK(testsOf(16, FailsIff{3, 5, 7}) == 18);
  CHECK(testsOf(64, FailsIff{0, 31, 63}) == 30);
  CHECK(testsOf(100, FailsIff{42}) == 14);
}

/// Adds up the sizes of configurations, since the time of a test grows with the
/// size.
static size_t elementsIn(llvm::ArrayRef<Configuration> configurations) {
  size_t sum = 0;
  for (const Configuration &configuration : configurations)
    sum += configuration.count();
  return sum;
}

TEST_CASE("halving takes a tenth of ddmin's tests for 40 scattered of 2,000 "
          "elements",
          "[reduction][halving]") {
  std::mt19937 random(2000);
  FailsIff outcomeOf(drawElements(2000, 40, random));
  FakeOracle halved(outcomeOf);
  ReductionResult halving = reduceWith(algorithmNamed("halving"), 2000, halved);
  CHECK(halving.best.count() == 40);
  CHECK(halving.counts.distinct() == 418);
  // Halving depth first would take 410 tests of 387,223 elements.
  CHECK(elementsIn(halved.asked) == 314410);

  FakeOracle minimized(outcomeOf);
  ReductionResult ddmin = reduceWith(algorithmNamed("ddmin"), 2000, minimized);
  CHECK(ddmin.best == halving.best);
  CHECK(ddmin.counts.distinct() == 4045);
}
