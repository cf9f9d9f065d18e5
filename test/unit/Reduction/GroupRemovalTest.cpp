// Tests of the removal of groups before the algorithm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GroupRemoval.h"

#include "FakeOracles.h"

using namespace pinstripe;

namespace {

ElementGroup groupOf(std::string label, std::vector<uint32_t> elements) {
  ElementGroup group{std::move(label), {}};
  for (uint32_t index : elements)
    group.elements.push_back(Element(index));
  return group;
}

ElementGroup rangeOf(std::string label, uint32_t begin, uint32_t end) {
  ElementGroup group{std::move(label), {}};
  for (uint32_t index = begin; index < end; ++index)
    group.elements.push_back(Element(index));
  return group;
}

/// Returns "phase candidate" for each candidate until the reducer is done.
std::vector<std::string> linesOf(Reducer &reducer,
                                 const OutcomeFunction &outcomeOf) {
  std::vector<std::string> lines;
  while (std::optional<Configuration> candidate = reducer.ask()) {
    lines.push_back(reducer.phase().str() + " " + pictureOf(*candidate));
    reducer.tell(outcomeOf(*candidate));
  }
  return lines;
}

class PhaseLog : public ReductionObserver {
public:
  void phaseChanged(llvm::StringRef phase) override {
    phases.push_back(phase.str());
  }
  std::vector<std::string> phases;
};

ReductionResult reduceGroups(const Algorithm &algorithm, size_t elements,
                             Oracle &oracle,
                             llvm::ArrayRef<ElementGroup> groups) {
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  return llvm::cantFail(
      reduce(elements, algorithm, oracle, observer, stop, groups));
}

} // namespace

TEST_CASE("groups of a label are removed in the given order",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{groupOf("calls", {4, 5, 6, 7}),
                                   groupOf("calls", {0, 1, 2, 3, 8}),
                                   groupOf("calls", {0, 2, 3, 8})};
  GroupRemoval removal(Configuration::full(9), groups);
  CHECK(linesOf(removal, FailsIff{1}) ==
        std::vector<std::string>{"calls 1234....9", "calls .........",
                                 "calls .2......."});
  CHECK(pictureOf(removal.best()) == ".2.......");
  CHECK(removal.minimality() == Minimality::None);
  CHECK(removal.phase().empty());
}

TEST_CASE("a group with few or no elements left is not asked for",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{groupOf("calls", {}),
                                   groupOf("calls", {2, 3, 4, 5}),
                                   groupOf("calls", {3, 4}),
                                   groupOf("calls", {4, 5, 6, 7}),
                                   groupOf("loops", {2}),
                                   groupOf("loops", {6, 7, 8, 2}),
                                   groupOf("loops", {1, 6, 7, 8, 2})};
  GroupRemoval removal(Configuration::full(9), groups);
  CHECK(linesOf(removal, FailsIff{0}) ==
        std::vector<std::string>{"calls 12....789", "loops 1........"});
}

TEST_CASE("a group with the same elements left as another one costs no test",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{rangeOf("calls", 1, 9),
                                   groupOf("loops", {8, 7, 6, 5, 4, 3, 2, 1})};
  FakeOracle oracle(FailsIff{0, 1});
  GroupRemoval removal(Configuration::full(9), groups);
  CHECK(linesOf(removal, FailsIff{0, 1}) ==
        std::vector<std::string>{"calls 1........", "loops 1........"});
  reduceGroups(algorithmNamed("halving"), 9, oracle, groups);
  CHECK(pictureOf(oracle.asked[2]) == "1........");
  CHECK(llvm::count(oracle.asked, oracle.asked[2]) == 1);
}

TEST_CASE("the label that promises to remove most comes first",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{
      rangeOf("calls", 0, 8), rangeOf("calls", 0, 7), rangeOf("calls", 0, 6),
      rangeOf("statements", 8, 15), rangeOf("statements", 15, 20)};
  // The elements 0 to 7 must stay, and all others can be removed.
  FailsIff outcomeOf{0, 1, 2, 3, 4, 5, 6, 7};
  GroupRemoval removal(Configuration::full(20), groups);
  std::vector<std::string> phases;
  while (std::optional<Configuration> candidate = removal.ask()) {
    phases.push_back(
        removal.phase().str() + " " +
        std::to_string(removal.best().count() - candidate->count()));
    removal.tell(outcomeOf(*candidate));
  }
  // The promises of calls and of statements are 8/2 and 7/2; then 7/3 and 7/2;
  // then 7/3 and 2*5/3; then 7/3; the last one, 6/4, is too small.
  CHECK(phases == std::vector<std::string>{"calls 8", "statements 7",
                                           "statements 5", "calls 7"});
  CHECK(removal.best().count() == 8);
}

TEST_CASE("a label that never succeeds is given up once it promises less than "
          "two elements",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups;
  for (uint32_t i = 0; i < 20; ++i)
    groups.push_back(rangeOf("calls", 8 * i, 8 * i + 8));
  GroupRemoval removal(Configuration::full(160), groups);
  auto nothingElse = [](const Configuration &) { return Outcome::Unresolved; };
  CHECK(linesOf(removal, nothingElse).size() == 3); // 8 / (3 + 2) < 2
}

TEST_CASE("the chance of a label counts until its groups have been tried",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{
      rangeOf("loops", 0, 16), rangeOf("statements", 16, 22),
      rangeOf("loops", 22, 38), rangeOf("loops", 38, 46)};
  for (ElementGroup &group : groups)
    if (group.label == "loops")
      group.chance = 0.125;
  GroupRemoval removal(Configuration::full(50), groups);
  std::vector<std::string> phases;
  while (removal.ask()) {
    phases.push_back(removal.phase().str());
    removal.tell(Outcome::Fail);
  }
  // 6/2 is more than 16/8. The promises after the first loop are 16 * 1.25/3
  // and 8 * 2.25/4.
  CHECK(phases ==
        std::vector<std::string>{"statements", "loops", "loops", "loops"});
}

TEST_CASE("the groups come between the empty configuration and the algorithm",
          "[reduction][groups]") {
  for (const Algorithm &algorithm : allAlgorithms()) {
    std::vector<ElementGroup> groups{rangeOf("calls", 0, 10),
                                     rangeOf("loops", 20, 26)};
    FakeOracle oracle(FailsIff{30});
    PhaseLog log;
    std::atomic<bool> stop = false;
    llvm::cantFail(reduce(32, algorithm, oracle, log, stop, groups));
    REQUIRE(log.phases.size() > 4);
    log.phases.resize(4);
    CHECK(log.phases == std::vector<std::string>{"full configuration",
                                                 "empty configuration", "calls",
                                                 "loops"});
    CHECK(oracle.asked[2].count() == 22);
    CHECK(oracle.asked[3].count() == 16);
  }
}

TEST_CASE(
    "removing groups alone certifies nothing and tries no single elements",
    "[reduction][groups]") {
  FakeOracle oracle(FailsIff{5, 30});
  std::vector<ElementGroup> groups{rangeOf("calls", 0, 10),
                                   rangeOf("loops", 20, 26)};
  ReductionResult result = reduceGroups(groupsAlone, 32, oracle, groups);
  CHECK(result.end == ReductionEnd::Finished);
  CHECK(result.minimality == Minimality::None);
  CHECK(result.best.count() == 26);
  CHECK(result.counts.distinct() == 4);
}

TEST_CASE("matching groups make the tested configurations smaller",
          "[reduction][groups]") {
  // There are calls of 50 events each. Four events in each of three calls
  // matter.
  std::vector<uint32_t> required;
  std::vector<ElementGroup> groups;
  for (uint32_t call : {3, 17, 30})
    for (uint32_t i : {1, 20, 21, 48})
      required.push_back(50 * call + i);
  for (uint32_t size : {1000, 500, 250, 50})
    for (uint32_t end = 2000; end > 0; end -= size)
      groups.push_back(rangeOf("calls", end - size, end));
  // The number of tests, and the number of elements in the tested
  // configurations.
  using Cost = std::pair<size_t, size_t>;
  auto costOf = [&](llvm::ArrayRef<ElementGroup> given) {
    FakeOracle oracle{FailsIff(required)};
    ReductionResult result =
        reduceGroups(algorithmNamed("halving"), 2000, oracle, given);
    CHECK(result.best.count() == required.size());
    size_t elements = 0;
    for (const Configuration &configuration : oracle.asked)
      elements += configuration.count();
    return Cost(result.counts.distinct(), elements);
  };
  CHECK(costOf({}) == Cost(124, 32996));
  CHECK(costOf(groups) == Cost(113, 26286));
}

TEST_CASE("a result is 1-minimal whatever the groups are",
          "[reduction][groups][minimality]") {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    size_t elements = 1 + seed % 10;
    INFO("seed " << seed);
    OutcomeTable outcomeOf(elements, 5 + seed % 60, 30, seed);
    std::mt19937 random(seed);
    std::vector<ElementGroup> groups;
    for (size_t count = random() % 12; count > 0; --count) {
      std::vector<uint32_t> drawn =
          drawElements(elements, random() % (elements + 1), random);
      groups.push_back(groupOf(random() % 2 ? "calls" : "loops", drawn));
    }
    for (const Algorithm &algorithm : allAlgorithms()) {
      FakeOracle oracle(outcomeOf);
      ReductionResult result =
          reduceGroups(algorithm, elements, oracle, groups);
      REQUIRE(result.end == ReductionEnd::Finished);
      REQUIRE(outcomeOf(result.best) == Outcome::Fail);
      if (algorithm.guarantee == Minimality::OneMinimal)
        REQUIRE(result.minimality == Minimality::OneMinimal);
      if (result.minimality == Minimality::OneMinimal)
        REQUIRE(isOneMinimal(result.best, outcomeOf));
    }
  }
}

TEST_CASE("a stop among the groups ends with the best so far",
          "[reduction][groups]") {
  std::vector<ElementGroup> groups{
      rangeOf("calls", 0, 10), rangeOf("calls", 10, 20),
      rangeOf("calls", 20, 30), rangeOf("calls", 30, 40)};
  FailsIff outcomeOf{25, 45};
  for (size_t lastTest : {3, 4, 5, 6}) {
    std::atomic<bool> stop = false;
    size_t tests = 0;
    FakeOracle oracle([&](const Configuration &configuration) {
      stop = ++tests == lastTest;
      return outcomeOf(configuration);
    });
    ReductionObserver observer;
    ReductionResult result = llvm::cantFail(
        reduce(50, algorithmNamed("halving"), oracle, observer, stop, groups));
    CHECK(result.interrupted());
    CHECK(result.minimality == Minimality::None);
    CHECK(oracle.asked.size() == lastTest);
    size_t removed = lastTest < 5 ? lastTest - 2 : lastTest - 3;
    CHECK(result.best.count() == 50 - 10 * removed);
  }
}
