// Tests of the removal of subtrees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SubtreeRemoval.h"
#include "FakeOracles.h"

using namespace pinstripe;

/// Returns the tree of a loop: each test of the condition is the parent of the
/// body and of the next test.
static ElementTree loopOf(uint32_t rounds) {
  ElementTree tree;
  tree.ends.push_back(1); // The element before the loop.
  uint32_t end = 1 + 2 * rounds;
  for (uint32_t round = 0; round < rounds; ++round) {
    tree.ends.push_back(end);
    tree.ends.push_back(3 + 2 * round);
  }
  return tree;
}

/// Returns an oracle that FAILs if these elements and all their ancestors are
/// included.
static OutcomeFunction needs(std::vector<uint32_t> elements,
                             const ElementTree &tree) {
  return [elements = std::move(elements),
          &tree](const Configuration &configuration) {
    for (uint32_t element : elements)
      for (uint32_t above = 0; above <= element; ++above)
        if (tree.ends[above] > element &&
            !configuration.contains(Element(above)))
          return Outcome::Pass;
    return Outcome::Fail;
  };
}

TEST_CASE(
    "the largest subtree comes first, and the later one of two equal ones",
    "[reduction][subtrees]") {
  ElementTree tree = loopOf(4);
  SubtreeRemoval reducer(Configuration::full(9), tree);
  CHECK(questionsOf(reducer, FailsIff{0, 1, 2}) ==
        std::vector<std::string>{
            "1........", // all rounds
            "12345....", // the last two can go
            "1........"  // what is left of all
        });
  CHECK(pictureOf(reducer.best()) == "12345....");
  CHECK(reducer.minimality() == Minimality::None);
}

TEST_CASE("a thousand rounds without effect cost a test each power of two",
          "[reduction][subtrees]") {
  ElementTree tree = loopOf(1000);
  FakeOracle oracle(needs({2}, tree)); // the body of the first round
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  ReductionOptions options;
  options.tree = &tree;
  ReductionResult result =
      llvm::cantFail(reduce(tree.ends.size(), algorithmNamed("halving"), oracle,
                            observer, stop, {}, options));
  CHECK(pictureOf(result.best).substr(0, 3) == ".23");
  CHECK(result.best.count() == 2);
  CHECK(result.minimality == Minimality::OneMinimal);
  CHECK(oracle.asked.size() == 16);
}

TEST_CASE("a loop that is needed costs a test each power of two",
          "[reduction][subtrees]") {
  ElementTree tree = loopOf(500);
  SubtreeRemoval reducer(Configuration::full(1001), tree);
  // Only the body of the last round is needed.
  CHECK(questionsOf(reducer, needs({1000}, tree)).size() == 8);
}

TEST_CASE("small subtrees are not asked for", "[reduction][subtrees]") {
  ElementTree tree = loopOf(500);
  tree.smallest = 100;
  SubtreeRemoval reducer(Configuration::full(1001), tree);
  CHECK(questionsOf(reducer, needs({1000}, tree)).size() == 3);
}

TEST_CASE("elements without a tree are left to the algorithm",
          "[reduction][subtrees]") {
  ElementTree tree;
  for (uint32_t i = 0; i < 8; ++i)
    tree.ends.push_back(i + 1);
  SubtreeRemoval reducer(Configuration::full(8), tree);
  CHECK(questionsOf(reducer, FailsIff{0}).empty());
}
