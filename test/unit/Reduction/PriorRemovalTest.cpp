// Tests of growth, and of removals by the probability that elements are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorRemoval.h"

#include "FakeOracles.h"
#include "Growth.h"
#include "PointerMachine.h"

using namespace pinstripe;

namespace {

/// Gives a hint after each test that does not FAIL: the first needed element
/// that is missing.
class HelpfulOracle : public FakeOracle {
public:
  explicit HelpfulOracle(FailsIff needed)
      : FakeOracle(needed), needed(std::move(needed)) {}
  std::vector<Element> lacking(const Configuration &candidate,
                               const Configuration &enough) override {
    for (uint32_t each : needed.required)
      if (!candidate.contains(Element(each)) && enough.contains(Element(each)))
        return {Element(each)};
    return {};
  }

private:
  FailsIff needed;
};

} // namespace

/// Tells a reducer all outcomes until it is done. Returns the number of
/// questions that the reducer asked.
static size_t drive(Reducer &reducer, FakeOracle &oracle) {
  size_t questions = 0;
  for (; std::optional<Configuration> candidate = reducer.ask(); ++questions)
    reducer.tell(oracle.outcomeOf(*candidate));
  return questions;
}

static HintSource hintsOf(Oracle &oracle) {
  return [&](const Configuration &candidate, const Configuration &enough) {
    return oracle.lacking(candidate, enough);
  };
}

static ReductionResult reduceBy(llvm::StringRef algorithm, size_t elements,
                                Oracle &oracle, const ElementPrior &prior) {
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  ReductionOptions options;
  options.prior = &prior;
  return llvm::cantFail(reduce(elements, algorithmNamed(algorithm), oracle,
                               observer, stop, {}, options));
}

TEST_CASE("growth adds what is lacking until the configuration FAILs",
          "[reduction][prior]") {
  HelpfulOracle oracle(FailsIff{3, 40, 77});
  Growth growth(Configuration::full(100), configurationOf(100, {3, 50}),
                hintsOf(oracle));
  CHECK(drive(growth, oracle) == 3);
  CHECK(growth.best() == configurationOf(100, {3, 40, 50, 77}));
  CHECK(growth.minimality() == Minimality::None);
}

TEST_CASE("if nobody knows what is lacking, growth finds it by a binary search",
          "[reduction][prior]") {
  FakeOracle oracle(FailsIff{3, 40});
  Growth growth(Configuration::full(100), configurationOf(100, {3}),
                hintsOf(oracle));
  // The tests are one of the seed, six of the binary search among 99 elements,
  // and one of the configuration that the search has found, which FAILs.
  CHECK(drive(growth, oracle) == 1 + 6 + 1);
  CHECK(growth.best() == configurationOf(100, {3, 40}));
}

TEST_CASE("two elements of a kind that a search has found bring all the others",
          "[reduction][prior]") {
  FailsIff needed{3, 40, 60, 80};
  auto grow = [&](uint32_t kindOfNeeded) {
    std::vector<uint32_t> kinds(600);
    for (uint32_t each : needed.required)
      kinds[each] = kindOfNeeded;
    FakeOracle oracle(needed);
    Growth growth(Configuration::full(600), configurationOf(600, {3}),
                  hintsOf(oracle), kinds);
    size_t questions = drive(growth, oracle);
    CHECK(needed(growth.best()) == Outcome::Fail);
    return std::pair(questions, growth.best().count());
  };
  auto [questions, count] = grow(1);
  CHECK(count == 4);
  // If all elements are of one kind, all are brought back, and growth ends
  // without success.
  CHECK(grow(0).second > count);
  CHECK(questions == 18);
}

TEST_CASE("growth gives up after a test for each six elements",
          "[reduction][prior]") {
  std::vector<uint32_t> needed;
  for (uint32_t i = 0; i < 60; ++i)
    needed.push_back(i);
  HelpfulOracle oracle{FailsIff(needed)};
  Growth growth(Configuration::full(100), configurationOf(100, {}),
                hintsOf(oracle));
  CHECK(drive(growth, oracle) == 17);
  CHECK(growth.best() == Configuration::full(100));
  CHECK(Growth::maxTests(100) == 17);
  CHECK(Growth::maxTests(24000) == 1064);
}

TEST_CASE("a configuration that has grown too large is not tested",
          "[reduction][prior]") {
  HelpfulOracle oracle(FailsIff{3});
  Configuration seed = Configuration::full(100);
  for (uint32_t i = 0; i < 20; ++i)
    seed.erase(Element(i));
  Growth growth(Configuration::full(100), seed, hintsOf(oracle));
  CHECK(drive(growth, oracle) == 0);
}

/// Returns a prior with two kinds of 50 elements each: the even elements are
/// probably needed, and the odd ones are not.
static ElementPrior evenIsNeeded() {
  ElementPrior prior;
  for (uint32_t i = 0; i < 100; ++i) {
    prior.needed.push_back(i % 2 == 0 ? 0.9f : 0.01f);
    prior.kinds.push_back(i % 2);
  }
  return prior;
}

TEST_CASE("what will probably go goes at once, and what will probably stay is "
          "only tested for the certificate",
          "[reduction][prior]") {
  std::vector<uint32_t> even;
  for (uint32_t i = 0; i < 100; i += 2)
    even.push_back(i);
  FakeOracle oracle{FailsIff(even)};
  PriorRemoval removal(Configuration::full(100), evenIsNeeded(),
                       hintsOf(oracle));
  // The tests are one of all odd elements, and one of each even element.
  CHECK(drive(removal, oracle) == 1 + 50);
  CHECK(removal.best().count() == 50);
  CHECK(removal.minimality() == Minimality::OneMinimal);
}

TEST_CASE("an element that the oracle names is put back at the cost of a test",
          "[reduction][prior]") {
  auto questions = [](FakeOracle &oracle) {
    PriorRemoval removal(Configuration::full(100), evenIsNeeded(),
                         hintsOf(oracle));
    size_t number = drive(removal, oracle);
    CHECK(removal.best().count() == 50);
    return number;
  };
  std::vector<uint32_t> needed{33};
  for (uint32_t i = 0; i < 98; i += 2)
    needed.push_back(i);
  HelpfulOracle helpful{FailsIff(needed)};
  FakeOracle silent{FailsIff(needed)};
  size_t withHints = questions(helpful);
  CHECK(withHints < questions(silent));
  // The first test removes all odd elements and does not FAIL; the second keeps
  // element 33. The sweep removes element 98, and so has a second pass.
  CHECK(withHints == 2 + 51 + 50);
}

TEST_CASE("without a prior, prior certifies 1-minimality as well",
          "[reduction][prior]") {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    OutcomeTable table(9, 20, 40, seed);
    FakeOracle oracle(table);
    ReductionResult result = reduceWith(algorithmNamed("prior"), 9, oracle);
    if (result.end != ReductionEnd::Finished)
      continue;
    REQUIRE(result.minimality == Minimality::OneMinimal);
    REQUIRE(isOneMinimal(result.best, table));
  }
}

TEST_CASE("no prior and no hint makes the result wrong", "[reduction][prior]") {
  class Liar : public FakeOracle {
  public:
    using FakeOracle::FakeOracle;
    std::vector<Element> lacking(const Configuration &,
                                 const Configuration &) override {
      return {Element(0), Element(5), Element(7)};
    }
  };
  std::mt19937 random(1);
  for (uint32_t seed = 0; seed < 200; ++seed) {
    OutcomeTable table(9, 20, 40, seed);
    Liar oracle(table);
    ElementPrior prior;
    for (size_t i = 0; i < 9; ++i) {
      prior.needed.push_back(float(random() % 101) / 100);
      prior.kinds.push_back(random() % 3);
    }
    prior.seed = configurationOf(9, {1, 5});
    ReductionResult result = reduceBy("prior", 9, oracle, prior);
    if (result.end != ReductionEnd::Finished)
      continue;
    REQUIRE(result.minimality == Minimality::OneMinimal);
    REQUIRE(isOneMinimal(result.best, table));
  }
}

/// The numbers of tests that an algorithm takes for ten machines, and the
/// number of elements that it keeps.
struct Cost {
  size_t tests = 0;
  size_t unresolved = 0;
  size_t kept = 0;
};

static Cost costOf(llvm::StringRef algorithm, size_t events, bool givesHints) {
  Cost cost;
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    PointerMachine machine(events, seed);
    machine.givesHints = givesHints;
    ElementPrior prior = machine.prior();
    ReductionResult result = reduceBy(algorithm, events, machine, prior);
    REQUIRE(result.minimality == Minimality::OneMinimal);
    cost.tests += machine.tests;
    cost.unresolved += machine.unresolved;
    cost.kept += result.best.count();
  }
  return cost;
}

TEST_CASE("on machines with pointers, prior takes at most 3 tests for each "
          "element that it keeps",
          "[reduction][prior]") {
  Cost small = costOf("prior", 500, true);
  Cost large = costOf("prior", 2000, true);
  INFO(small.tests << " of " << small.kept << ", " << large.tests << " of "
                   << large.kept);
  CHECK(small.tests <= small.kept * 25 / 10);
  CHECK(large.tests <= large.kept * 3);
  // Here the algorithm "halving" begins with all elements, for comparison.
  Cost halving = costOf("halving", 2000, true);
  CHECK(halving.tests > 2 * large.tests);
  // The order of removals decides how many elements stay. The number must not
  // be much larger than with "halving".
  CHECK(large.kept <= halving.kept * 105 / 100);
}

TEST_CASE("hints save tests, and without them the result is 1-minimal as well",
          "[reduction][prior]") {
  CHECK(costOf("prior", 500, true).tests < costOf("prior", 500, false).tests);
}
