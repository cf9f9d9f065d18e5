// Tests of reductions that continue beyond 1-minimality.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FakeOracles.h"
#include "Halving.h"
#include "Regrouped.h"

using namespace pinstripe;

namespace {

/// The elements 8i to 8i+3 can be removed only all together; each other element
/// can be removed alone.
struct Fours {
  explicit Fours(FailsIff required) : required(std::move(required)) {}
  Outcome operator()(const Configuration &configuration) const {
    for (uint32_t first = 0; first < configuration.universe(); first += 8) {
      int present = 0;
      for (uint32_t i = first; i < first + 4; ++i)
        present += configuration.contains(Element(i));
      if (present != 0 && present != 4)
        return Outcome::Unresolved;
    }
    return required(configuration);
  }
  FailsIff required;
};

std::vector<ElementGroup> foursOf(size_t elements) {
  std::vector<ElementGroup> groups;
  for (uint32_t first = 0; first < elements; first += 8) {
    ElementGroup group{"fours", {}, true};
    for (uint32_t i = first; i < first + 4; ++i)
      group.elements.push_back(Element(i));
    groups.push_back(std::move(group));
  }
  return groups;
}

ReductionResult reduceFours(llvm::StringRef name, FakeOracle &oracle,
                            llvm::ArrayRef<ElementGroup> groups,
                            bool fixpoint) {
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  return llvm::cantFail(reduce(100, algorithmNamed(name), oracle, observer,
                               stop, groups, {fixpoint}));
}

std::unique_ptr<Reducer> createHalving(Configuration start) {
  return std::make_unique<Halving>(std::move(start));
}

} // namespace

TEST_CASE(
    "atoms are groups and single ungrouped elements, ordered by first element",
    "[reduction][fixpoint]") {
  Configuration start = Configuration::full(8).without(Element(3));
  std::vector<ElementGroup> groups{
      {"pairs", {Element(5), Element(1)}, true},
      {"pairs", {Element(3), Element(4)}, true},
      {"hints", {Element(0), Element(2)}, false},
      {"pairs",
       {Element(1), Element(7)},
       true}, // The first group has already taken element 1.
  };
  CHECK(atomsOf(start, groups) == Atoms{{Element(0)},
                                        {Element(5), Element(1)},
                                        {Element(2)},
                                        {Element(4)},
                                        {Element(6)},
                                        {Element(7)}});
}

TEST_CASE("a regrouped algorithm removes atoms and certifies no elements",
          "[reduction][fixpoint]") {
  Configuration start = Configuration::full(6);
  std::vector<ElementGroup> groups{{"pairs", {Element(0), Element(5)}, true}};
  Regrouped regrouped(start, atomsOf(start, groups), createHalving);
  CHECK(questionsOf(regrouped, FailsIff{5}) ==
        std::vector<std::string>{"12...6", "......", "1....6", "......",
                                 "......"});
  CHECK(pictureOf(regrouped.best()) == "1....6");
  CHECK(regrouped.minimality() == Minimality::None);
}

TEST_CASE("a regrouped algorithm of single elements certifies what the "
          "algorithm certifies",
          "[reduction][fixpoint]") {
  Configuration start = Configuration::full(4);
  Atoms backward{{Element(3)}, {Element(2)}, {Element(1)}, {Element(0)}};
  Regrouped regrouped(start, backward, createHalving);
  questionsOf(regrouped, FailsIff{1});
  CHECK(pictureOf(regrouped.best()) == ".2..");
  CHECK(regrouped.minimality() == Minimality::OneMinimal);
}

TEST_CASE("an indivisible group goes as one element", "[reduction][groups]") {
  Fours outcomeOf(FailsIff{17, 42});
  std::vector<ElementGroup> groups = foursOf(100);
  for (llvm::StringRef name : {"halving", "ddmin", "cdd", "probdd"}) {
    INFO(name.str());
    FakeOracle blind(outcomeOf), informed(outcomeOf);
    CHECK(reduceFours(name, blind, {}, false).best.count() >= 8);
    ReductionResult result = reduceFours(name, informed, groups, false);
    CHECK(result.best.count() == 8);
    CHECK(result.minimality == Minimality::OneMinimal);
    CHECK(informed.asked.size() < 60);
  }
}

TEST_CASE("a fixpoint finds elements that go together without being grouped",
          "[reduction][fixpoint]") {
  FakeOracle once((Fours(FailsIff{17, 42}))), often(once.outcomeOf);
  ReductionResult result = reduceFours("halving", once, {}, false);
  CHECK(result.rounds == 1);
  CHECK_FALSE(result.isFixpoint);
  CHECK(result.best.count() == 24);
  CHECK(once.asked.size() == 106);

  ReductionResult fixpoint = reduceFours("halving", often, {}, true);
  CHECK(fixpoint.isFixpoint);
  CHECK(fixpoint.rounds == 3);
  CHECK(fixpoint.best.count() == 12);
  CHECK(fixpoint.minimality == Minimality::OneMinimal);
  CHECK(often.asked.size() == 151);
}

TEST_CASE("a fixpoint is as good as the algorithm under any outcomes",
          "[reduction][fixpoint][minimality]") {
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  for (uint32_t seed = 0; seed < 200; ++seed)
    for (const Algorithm &algorithm : allAlgorithms()) {
      INFO(algorithm.name.str() << ", seed " << seed);
      OutcomeTable table(8, 5 + seed % 50, seed % 60, seed);
      FakeOracle oracle(table);
      ReductionResult once = reduceWith(algorithm, 8, oracle);
      oracle.asked.clear();
      ReductionResult result = llvm::cantFail(
          reduce(8, algorithm, oracle, observer, stop, {}, {true}));
      REQUIRE(table(result.best) == Outcome::Fail);
      REQUIRE(result.best.count() <= once.best.count());
      if (algorithm.guarantee == Minimality::OneMinimal) {
        REQUIRE(result.isFixpoint);
        REQUIRE(result.minimality == Minimality::OneMinimal);
      }
      if (result.minimality == Minimality::OneMinimal)
        REQUIRE(isOneMinimal(result.best, table));
      for (size_t i = 0; i < oracle.asked.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          REQUIRE(oracle.asked[i] != oracle.asked[j]);
    }
}

TEST_CASE("a stop after the certificate leaves the certificate valid",
          "[reduction][fixpoint]") {
  FailsIff outcomeOf{17, 42, 70};
  FakeOracle undisturbed(outcomeOf);
  size_t once =
      reduceWith(algorithmNamed("halving"), 100, undisturbed).counts.distinct();
  std::atomic<bool> stop = false;
  size_t tests = 0;
  FakeOracle oracle([&](const Configuration &configuration) {
    stop = ++tests == once + 1;
    return outcomeOf(configuration);
  });
  ReductionObserver observer;
  ReductionResult result = llvm::cantFail(reduce(
      100, algorithmNamed("halving"), oracle, observer, stop, {}, {true}));
  CHECK(result.interrupted());
  CHECK_FALSE(result.isFixpoint);
  CHECK(result.best.count() == 3);
  CHECK(result.minimality == Minimality::OneMinimal);
}
