// Tests of the estimates of outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeOdds.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

ConfigurationDigest digestCalled(uint64_t number) { return {number, ~number}; }

/// A removal of the elements called `elements`, from a base that is the same
/// for all unless it is named.
Removal removalOf(uint64_t elements, uint64_t base = 1000,
                  const std::string &phase = "sweep") {
  return {digestCalled(elements), digestCalled(base), {phase, 1, 0, false}};
}

constexpr uint64_t candidate = 1, another = 2;

} // namespace

TEST_CASE("Before there are outcomes, all candidates are as likely to FAIL",
          "[reduction][odds]") {
  OutcomeOdds odds;
  double first = odds.chanceToFail(digestCalled(candidate), removalOf(7));
  CHECK(first == odds.chanceToFail(digestCalled(another), removalOf(8)));
  CHECK(first > 0);
  CHECK(first < 1);
}

TEST_CASE("The outcomes of all candidates change the estimate for a new kind",
          "[reduction][odds]") {
  bool fails = GENERATE(false, true);
  OutcomeOdds odds;
  for (int i = 0; i < 50; ++i)
    odds.learn(fails);
  double chance = odds.chanceToFail(digestCalled(candidate), removalOf(7));
  CHECK((fails ? chance > 0.95 : chance < 0.05));
}

TEST_CASE("Candidates of one kind tell about each other, not about other kinds",
          "[reduction][odds]") {
  OutcomeOdds odds;
  double before = odds.chanceToFail(digestCalled(candidate), removalOf(7));
  for (uint64_t i = 0; i < 50; ++i)
    odds.learn(digestCalled(100 + i), removalOf(200 + i), true);
  CHECK(odds.chanceToFail(digestCalled(candidate), removalOf(7)) > 0.9);
  CHECK(odds.chanceToFail(digestCalled(candidate),
                          removalOf(7, 1000, "halving")) == before);
}

TEST_CASE("Newer outcomes of a kind weigh more than older ones",
          "[reduction][odds]") {
  OutcomeOdds odds;
  for (uint64_t i = 0; i < 100; ++i)
    odds.learn(digestCalled(100 + i), removalOf(1000 + i), i < 50);
  CHECK(odds.chanceToFail(digestCalled(candidate), removalOf(7)) < 0.2);
}

TEST_CASE("A test that was made in advance tells the outcome",
          "[reduction][odds]") {
  OutcomeOdds odds;
  odds.foresee(digestCalled(candidate), removalOf(7), true);
  odds.foresee(digestCalled(another), removalOf(8), false);
  CHECK(odds.chanceToFail(digestCalled(candidate), removalOf(7)) > 0.95);
  CHECK(odds.chanceToFail(digestCalled(another), removalOf(8)) < 0.05);
}

TEST_CASE("A removal will probably come out as it did from another base",
          "[reduction][odds]") {
  bool fails = GENERATE(false, true);
  OutcomeOdds odds;
  CHECK(!odds.hasSeen(removalOf(7)));
  odds.learn(digestCalled(candidate), removalOf(7), fails);
  CHECK(odds.hasSeen(removalOf(7, 2000)));
  double chance = odds.chanceToFail(digestCalled(another), removalOf(7, 2000));
  CHECK((fails ? chance > 0.9 : chance < 0.1));
}

TEST_CASE("Removals that often change their outcome are trusted less",
          "[reduction][odds]") {
  OutcomeOdds odds;
  // Each of these removals first does not FAIL, and FAILs the second time.
  for (uint64_t i = 0; i < 20; ++i) {
    odds.learn(digestCalled(100 + i), removalOf(i), false);
    odds.learn(digestCalled(200 + i), removalOf(i, 2000), true);
  }
  odds.learn(digestCalled(candidate), removalOf(50), false);
  CHECK(odds.chanceToFail(digestCalled(another), removalOf(50, 2000)) > 0.5);
}

TEST_CASE(
    "A test in advance that does not FAIL tells about the removal only if "
    "its base FAILs",
    "[reduction][odds]") {
  OutcomeOdds odds;
  odds.foresee(digestCalled(candidate), removalOf(7, 2000), false);
  CHECK(!odds.hasSeen(removalOf(7)));
  SECTION("the user of the odds says that it does") {
    odds.trust(digestCalled(2000));
  }
  SECTION("a test in advance has shown it") {
    odds.foresee(digestCalled(2000), removalOf(9), true);
  }
  odds.foresee(digestCalled(candidate), removalOf(7, 2000), false);
  CHECK(odds.hasSeen(removalOf(7)));
}

TEST_CASE("A candidate counts as asked for once its outcome was learnt",
          "[reduction][odds]") {
  OutcomeOdds odds;
  odds.foresee(digestCalled(candidate), removalOf(7), true);
  CHECK(!odds.wasAsked(digestCalled(candidate)));
  odds.learn(digestCalled(candidate), removalOf(7), true);
  CHECK(odds.wasAsked(digestCalled(candidate)));
  // A later look at the same test changes nothing.
  odds.foresee(digestCalled(candidate), removalOf(7), true);
  CHECK(odds.wasAsked(digestCalled(candidate)));
}

TEST_CASE("Only the latest outcomes are kept", "[reduction][odds]") {
  constexpr uint64_t most = 10;
  OutcomeOdds odds(most);
  for (uint64_t i = 0; i < 100; ++i)
    odds.learn(digestCalled(i), removalOf(1000 + i), true);
  for (uint64_t i = 0; i < 100; ++i) {
    CHECK(odds.wasAsked(digestCalled(i)) == (i >= 100 - most));
    CHECK(odds.hasSeen(removalOf(1000 + i)) == (i >= 100 - most));
  }
}

TEST_CASE("A value that is set again keeps its place among the latest",
          "[reduction][odds]") {
  LatestByDigest<int> latest(2);
  latest.set(digestCalled(1), 10);
  latest.set(digestCalled(2), 20);
  latest.set(digestCalled(1), 11);
  REQUIRE(latest.find(digestCalled(1)));
  CHECK(*latest.find(digestCalled(1)) == 11);
  latest.set(digestCalled(3), 30);
  CHECK(!latest.find(digestCalled(1)));
  CHECK(latest.find(digestCalled(2)));
  CHECK(latest.find(digestCalled(3)));
}
