// Tests how the speculation names candidates before the reducer asks for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Speculation.h"
#include "FakeOracles.h"
#include "GroupRemoval.h"
#include "TestSupport/Extent.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <map>
#include <set>

using namespace pinstripe;

namespace {

using Key = std::pair<uint64_t, uint64_t>;

Key keyOf(const Configuration &configuration) {
  ConfigurationDigest digest = configuration.digest();
  return {digest.low, digest.high};
}

/// An oracle that simulates lanes and their time. Each lane works on one
/// candidate for one to eight time units, depending on the digest of the
/// candidate. A lane that becomes free takes the next candidate of the latest
/// prefetch. A lane whose candidate is no longer needed is used for the test
/// that the reducer asks for.
class LaneSimulation : public FakeOracle {
public:
  LaneSimulation(OutcomeFunction outcomeOf, size_t lanes)
      : FakeOracle(outcomeOf), outcomeOf(std::move(outcomeOf)), lanes(lanes) {}

  size_t prefetchDepth() override { return 4 * lanes; }

  TestOutlook outlook(const Configuration &candidate) override {
    Key key = keyOf(candidate);
    TestOutlook outlook;
    outlook.isBegun = running.contains(key) || finished.contains(key);
    if (finished.contains(key))
      outlook.outcome = outcomeOf(candidate);
    return outlook;
  }
  void whileWaiting(std::function<void()> again) override {
    announceAgain = std::move(again);
  }

  void prefetch(llvm::ArrayRef<Configuration> candidates) override {
    isOrderly &= !candidates.empty() && candidates.size() <= prefetchDepth();
    queue.clear();
    for (const Configuration &each : candidates) {
      Key key = keyOf(each);
      isOrderly &= !tested.contains(key) && !llvm::is_contained(queue, key);
      queue.push_back(key);
    }
    std::erase_if(running, [&](const auto &each) {
      return !llvm::is_contained(queue, each.first);
    });
    std::erase_if(finished,
                  [&](Key key) { return !llvm::is_contained(queue, key); });
    fillLanes();
  }

  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    Key key = keyOf(candidate);
    isOrderly &= !tested.contains(key) && !queue.empty() &&
                 (queue.front() == key || tested.size() == 1);
    while (!finished.contains(key)) {
      now = UINT64_MAX;
      for (const auto &[each, end] : running)
        now = std::min(now, end);
      std::erase_if(running, [&](const auto &each) {
        return each.second == now && finished.insert(each.first).second;
      });
      if (announceAgain && !finished.contains(key))
        announceAgain();
      fillLanes(); // The other lanes continue meanwhile.
    }
    tested.insert(key);
    return FakeOracle::test(candidate);
  }

  /// True while each prefetch begins with the next test, names each candidate
  /// only once, and names no tested candidate.
  bool isOrderly = true;
  uint64_t now = 0;
  size_t started = 0; ///< Number of candidates that were started.

private:
  void fillLanes() {
    for (Key key : queue) {
      if (running.size() == lanes)
        return;
      if (running.contains(key) || finished.contains(key))
        continue;
      running[key] = now + 1 + key.first % 8;
      ++started;
    }
  }

  OutcomeFunction outcomeOf;
  size_t lanes;
  std::function<void()> announceAgain;
  std::vector<Key> queue;
  std::map<Key, uint64_t> running; ///< The time at which each candidate ends.
  std::set<Key> finished;
  std::set<Key> tested;
};

class AnswerLog : public ReductionObserver {
public:
  llvm::Error testFinished(const Configuration &configuration, Outcome outcome,
                           bool cached) override {
    lines.push_back({keyOf(configuration), outcome, cached});
    return llvm::Error::success();
  }
  std::vector<std::tuple<Key, Outcome, bool>> lines;
};

struct Case {
  size_t elements;
  OutcomeFunction outcomeOf;
  std::vector<ElementGroup> groups;
};

/// Makes groups of four neighbours, and groups of every seventh element.
std::vector<ElementGroup> someGroups(size_t elements) {
  std::vector<ElementGroup> groups;
  for (uint32_t begin = 0; begin + 4 <= elements; begin += 4)
    groups.push_back({"calls",
                      {Element(begin), Element(begin + 1), Element(begin + 2),
                       Element(begin + 3)}});
  for (uint32_t first = 0; first < 7; ++first) {
    ElementGroup group{"statements", {}};
    for (uint32_t i = first; i < elements; i += 7)
      group.elements.push_back(Element(i));
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<Case> cases() {
  std::mt19937 random(7);
  FailsIff scattered(drawElements(300, 12, random));
  FailsIff late{90, 91, 92, 93, 94, 95, 96, 97, 98, 99};
  std::vector<Case> list{{300, scattered, {}},
                         {300, scattered, someGroups(300)},
                         {100, late, someGroups(100)}};
  for (uint32_t seed = 0; seed < 6; ++seed)
    list.push_back({9, OutcomeTable(9, 30, 20, seed),
                    seed % 2 ? someGroups(9) : std::vector<ElementGroup>()});
  return list;
}

struct Run {
  ReductionResult result;
  AnswerLog log;
  std::vector<Configuration> asked;
};

Run runOn(const Algorithm &algorithm, const Case &each, FakeOracle &oracle) {
  Run run;
  std::atomic<bool> stop = false;
  run.result = llvm::cantFail(
      reduce(each.elements, algorithm, oracle, run.log, stop, each.groups));
  run.asked = std::move(oracle.asked);
  return run;
}

std::vector<std::string> picturesOf(llvm::ArrayRef<Configuration> candidates) {
  std::vector<std::string> pictures;
  for (const Configuration &each : candidates)
    pictures.push_back(pictureOf(each));
  return pictures;
}

std::optional<Outcome> emptyPasses(const Configuration &candidate) {
  if (candidate.isEmpty())
    return Outcome::Pass;
  return std::nullopt;
}

} // namespace

TEST_CASE("tests, outcomes and result are the same for any number of lanes",
          "[reduction][lanes]") {
  const size_t step = test::triesEverything() ? 1 : 5;
  for (const Algorithm &algorithm : allAlgorithms())
    for (const Case &each : cases()) {
      FakeOracle alone(each.outcomeOf);
      Run one = runOn(algorithm, each, alone);
      for (size_t lanes = 1; lanes <= 16; lanes += step) {
        LaneSimulation oracle(each.outcomeOf, lanes);
        Run many = runOn(algorithm, each, oracle);
        CHECK(oracle.isOrderly);
        CHECK((many.asked == one.asked));
        CHECK((many.log.lines == one.log.lines));
        CHECK((many.result.best == one.result.best));
        CHECK(many.result.minimality == one.result.minimality);
        CHECK(many.result.counts.distinct() == one.result.counts.distinct());
        CHECK(many.result.counts.cached == one.result.counts.cached);
      }
    }
}

TEST_CASE("lanes shorten the work and do not change the number of tests",
          "[reduction][lanes][long]") {
  struct {
    llvm::StringRef algorithm;
    size_t tests;
    /// The largest time of all lanes together, in percent of the time that one
    /// lane takes.
    size_t withTwo, withFour, withEight, withSixteen, withSixtyFour;
  } expected[] = {{"halving", 199, 66, 48, 27, 25, 6},
                  {"ddmin", 1366, 52, 29, 14, 13, 2}};
  for (const auto &each : expected) {
    auto timeWith = [&](size_t lanes) {
      std::mt19937 random(1);
      LaneSimulation oracle(FailsIff(drawElements(800, 20, random)), lanes);
      reduceWith(algorithmNamed(each.algorithm), 800, oracle);
      CHECK(oracle.asked.size() == each.tests);
      return oracle.now;
    };
    uint64_t alone = timeWith(1);
    CHECK(100 * timeWith(2) / alone <= each.withTwo);
    CHECK(100 * timeWith(4) / alone <= each.withFour);
    CHECK(100 * timeWith(8) / alone <= each.withEight);
    CHECK(100 * timeWith(16) / alone <= each.withSixteen);
    CHECK(100 * timeWith(64) / alone <= each.withSixtyFour);
  }
}

TEST_CASE("speculation names what follows either outcome, likely ones first",
          "[reduction][lanes]") {
  Speculation speculation(emptyPasses);
  std::unique_ptr<Reducer> reducer =
      algorithmNamed("halving").create(Configuration::full(8));
  using Pictures = std::vector<std::string>;
  // At first a FAIL is considered less likely than any other outcome.
  CHECK(picturesOf(speculation.ahead(*reducer, 5)) ==
        Pictures{"1234....", "123456..", "1234567.", "123456.8", "12......"});
  speculation.learn(Outcome::Fail);
  reducer->tell(Outcome::Fail);
  CHECK(
      reducer->ask()->isEmpty()); // The outcome is known, so there is no test.
  reducer->tell(Outcome::Pass);
  CHECK(picturesOf(speculation.ahead(*reducer, 3)) ==
        Pictures{"12......", "123.....", "12.4...."});
  // The more tests FAIL, the more candidates after a FAIL are named.
  for (int i = 0; i < 20; ++i)
    speculation.learn(Outcome::Fail);
  CHECK(picturesOf(speculation.ahead(*reducer, 3)) ==
        Pictures{"12......", "1.......", ".2......"});
}

TEST_CASE("speculation starts again when the reducer went another way",
          "[reduction][lanes]") {
  Speculation speculation(emptyPasses);
  std::unique_ptr<Reducer> reducer =
      algorithmNamed("ddmin").create(Configuration::full(8));
  speculation.ahead(*reducer, 8);
  // The speculation does not learn of this outcome.
  reducer->tell(Outcome::Fail);
  CHECK(picturesOf(speculation.ahead(*reducer, 2)) ==
        std::vector<std::string>{"12......", "..34...."});
  std::unique_ptr<Reducer> other =
      algorithmNamed("halving").create(Configuration::full(8));
  CHECK(picturesOf(speculation.ahead(*other, 1)) ==
        std::vector<std::string>{"1234...."});
}

TEST_CASE("speculation names no known and no unlikely candidates",
          "[reduction][lanes]") {
  std::set<std::string> tested;
  Speculation speculation(
      [&](const Configuration &candidate) -> std::optional<Outcome> {
        if (tested.contains(pictureOf(candidate)))
          return Outcome::Pass;
        return std::nullopt;
      });
  std::unique_ptr<Reducer> reducer =
      algorithmNamed("halving").create(Configuration::full(8));
  std::vector<std::string> all = picturesOf(speculation.ahead(*reducer, 100));
  CHECK(all.size() > 10);
  CHECK(all.size() < 65); // There are 2^8 candidates in all.
  tested = {"1234567.", "12......"};
  std::vector<std::string> rest = picturesOf(speculation.ahead(*reducer, 100));
  CHECK_FALSE(llvm::is_contained(rest, "1234567."));
  CHECK_FALSE(llvm::is_contained(rest, "12......"));
  CHECK(llvm::is_contained(rest, "123456.8"));
}

TEST_CASE("an oracle without lanes is never asked to work ahead",
          "[reduction][lanes]") {
  class Single : public FakeOracle {
  public:
    using FakeOracle::FakeOracle;
    void prefetch(llvm::ArrayRef<Configuration>) override { ++prefetches; }
    size_t prefetches = 0;
  };
  Single oracle(FailsIff{3, 5});
  reduceWith(algorithmNamed("halving"), 10, oracle);
  CHECK(oracle.prefetches == 0);
}

TEST_CASE("candidates that the oracle knows are tested but not prefetched",
          "[reduction][lanes]") {
  class Knowing : public FakeOracle {
  public:
    using FakeOracle::FakeOracle;
    size_t prefetchDepth() override { return 8; }
    std::optional<Outcome> known(const Configuration &candidate) override {
      if (candidate.count() > 12 || candidate.contains(Element(9)))
        return std::nullopt;
      return Outcome::Pass;
    }
    void prefetch(llvm::ArrayRef<Configuration> candidates) override {
      for (const Configuration &each : candidates.drop_front())
        isOrderly &= each.isEmpty() || !known(each);
      isOrderly &= candidates.size() == 2 || !known(candidates.front());
    }
    bool isOrderly = true;
  };
  for (const Algorithm &algorithm : allAlgorithms()) {
    FakeOracle plain(FailsIff{9, 15});
    reduceWith(algorithm, 20, plain);
    Knowing knowing(FailsIff{9, 15});
    reduceWith(algorithm, 20, knowing);
    CHECK(knowing.isOrderly);
    CHECK((knowing.asked == plain.asked));
  }
}

TEST_CASE("after a stop nothing is prefetched", "[reduction][lanes]") {
  std::atomic<bool> stop = false;
  LaneSimulation oracle(
      [&](const Configuration &configuration) {
        stop = oracle.asked.size() == 5;
        return FailsIff{3, 40}(configuration);
      },
      4);
  ReductionObserver observer;
  ReductionResult result = llvm::cantFail(
      reduce(50, algorithmNamed("halving"), oracle, observer, stop));
  CHECK(result.interrupted());
  CHECK(oracle.asked.size() == 5);
  CHECK(oracle.isOrderly);
}
