// Tests of the loop that runs a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Reduction.h"

#include "FakeOracles.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// Logs all calls.
class ObserverLog : public ReductionObserver {
public:
  llvm::Error testFinished(const Configuration &configuration, Outcome outcome,
                           bool cached) override {
    lines.push_back((cached ? "cached " : "tested ") +
                    pictureOf(configuration) + " " +
                    outcomeName(outcome).str());
    return llvm::Error::success();
  }
  llvm::Error bestImproved(const Configuration &configuration) override {
    lines.push_back("best " + pictureOf(configuration));
    best = configuration;
    return llvm::Error::success();
  }
  void phaseChanged(llvm::StringRef phase) override {
    lines.push_back("phase " + phase.str());
  }
  void progressed(const ReductionProgress &progress) override {
    this->progress.push_back(progress);
  }
  std::vector<std::string> lines;
  std::vector<ReductionProgress> progress;
  std::optional<Configuration> best;
};

/// An oracle whose engine is gone after a number of tests.
class BreakingOracle : public Oracle {
public:
  BreakingOracle(OutcomeFunction outcomeOf, size_t patience)
      : outcomeOf(std::move(outcomeOf)), patience(patience) {}
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    if (patience-- == 0)
      return llvm::make_error<EngineError>("the engine is gone");
    return outcomeOf(candidate);
  }

private:
  OutcomeFunction outcomeOf;
  size_t patience;
};

} // namespace

static Outcome alwaysFail(const Configuration &) { return Outcome::Fail; }

TEST_CASE("outcomes that the oracle knew are no tests", "[reduction]") {
  struct KnowingOracle : FakeOracle {
    using FakeOracle::FakeOracle;
    bool lastTestIsNew() const override { return asked.size() != 3; }
  };
  KnowingOracle oracle(FailsIff{6});
  ReductionResult result = reduceWith(algorithmNamed("ddmin"), 8, oracle);
  CHECK(result.counts.known == 1);
  CHECK(result.counts.distinct() + 1 == oracle.asked.size());
}

TEST_CASE("the full configuration is tested first, then the empty one",
          "[reduction]") {
  for (const Algorithm &algorithm : allAlgorithms()) {
    FakeOracle oracle(FailsIff{3, 5});
    reduceWith(algorithm, 10, oracle);
    REQUIRE(oracle.asked.size() > 2);
    CHECK(oracle.asked[0] == Configuration::full(10));
    CHECK(oracle.asked[1].isEmpty());
  }
}

TEST_CASE("a full configuration that does not FAIL ends the reduction",
          "[reduction]") {
  for (Outcome outcome : {Outcome::Pass, Outcome::Unresolved}) {
    FakeOracle oracle([&](const Configuration &) { return outcome; });
    ReductionResult result = reduceWith(algorithmNamed("halving"), 5, oracle);
    CHECK(result.end == ReductionEnd::FullDoesNotFail);
    CHECK(result.best == Configuration::full(5));
    CHECK(result.minimality == Minimality::None);
    CHECK(oracle.asked.size() == 1);
    CHECK(result.counts.pass == (outcome == Outcome::Pass));
    CHECK(result.counts.unresolved == (outcome == Outcome::Unresolved));
  }
}

TEST_CASE("an empty configuration that FAILs leaves nothing to reduce",
          "[reduction]") {
  FakeOracle oracle(alwaysFail);
  ReductionResult result = reduceWith(algorithmNamed("halving"), 5, oracle);
  CHECK(result.end == ReductionEnd::EmptyFails);
  CHECK(result.best.isEmpty());
  CHECK(oracle.asked.size() == 2);
}

TEST_CASE("without elements there is one configuration and one test",
          "[reduction]") {
  FakeOracle failing(alwaysFail);
  ReductionResult result = reduceWith(algorithmNamed("ddmin"), 0, failing);
  CHECK(result.end == ReductionEnd::EmptyFails);
  CHECK(failing.asked.size() == 1);

  FakeOracle passing([](const Configuration &) { return Outcome::Pass; });
  result = reduceWith(algorithmNamed("ddmin"), 0, passing);
  CHECK(result.end == ReductionEnd::FullDoesNotFail);
  CHECK(passing.asked.size() == 1);
}

TEST_CASE("one element is certified by the test of the empty configuration",
          "[reduction]") {
  for (const Algorithm &algorithm : allAlgorithms()) {
    FakeOracle oracle(FailsIff{0});
    ReductionResult result = reduceWith(algorithm, 1, oracle);
    CHECK(result.end == ReductionEnd::Finished);
    CHECK(result.best == Configuration::full(1));
    CHECK(result.minimality == (algorithm.guarantee == Minimality::OneMaximal
                                    ? Minimality::OneMaximal
                                    : Minimality::OneMinimal));
    CHECK(oracle.asked.size() == 2);
  }
}

TEST_CASE("two elements need at most four tests", "[reduction]") {
  for (const Algorithm &algorithm : allAlgorithms())
    for (FailsIff outcomeOf : {FailsIff{0}, FailsIff{1}, FailsIff{0, 1}}) {
      FakeOracle oracle(outcomeOf);
      ReductionResult result = reduceWith(algorithm, 2, oracle);
      CHECK(outcomeOf(result.best) == Outcome::Fail);
      CHECK(oracle.asked.size() <= 4);
      if (algorithm.guarantee == Minimality::OneMaximal)
        continue;
      CHECK(result.best.count() == outcomeOf.required.size());
      if (result.minimality != Minimality::OneMinimal)
        CHECK(result.minimality == algorithm.guarantee);
    }
}

TEST_CASE("the observer is told of phases, tests and improvements in order",
          "[reduction]") {
  FakeOracle oracle(FailsIff{2});
  ObserverLog log;
  std::atomic<bool> stop = false;
  ReductionResult result =
      llvm::cantFail(reduce(4, algorithmNamed("halving"), oracle, log, stop));
  CHECK(log.lines == std::vector<std::string>{
                         "phase full configuration",
                         "tested 1234 FAIL",
                         "best 1234",
                         "phase empty configuration",
                         "tested .... PASS",
                         "phase halving",
                         "tested 12.. PASS",
                         "tested 123. FAIL",
                         "best 123.",
                         "cached 12.. PASS",
                         "tested 1.3. FAIL",
                         "best 1.3.",
                         "tested ..3. FAIL",
                         "best ..3.",
                         "phase sweep",
                         "cached .... PASS",
                     });
  CHECK(result.counts.distinct() == 6);
  CHECK(result.counts.cached == 2);
}

TEST_CASE("progress names phase, best size, counts and tests left",
          "[reduction]") {
  FakeOracle oracle(FailsIff{2});
  ObserverLog log;
  std::atomic<bool> stop = false;
  llvm::cantFail(reduce(4, algorithmNamed("halving"), oracle, log, stop));
  REQUIRE(log.progress.size() == 8);
  CHECK(log.progress[0].phase == "full configuration");
  CHECK(log.progress[0].bestCount == 4);
  CHECK(log.progress[0].testsLeft == std::nullopt);
  CHECK(log.progress[0].counts.fail == 1);
  CHECK(log.progress[3].phase == "halving");
  CHECK(log.progress[3].bestCount == 3);
  // These are the candidates 3, 12, 1 and 2, and a sweep of three tests.
  CHECK(log.progress[3].testsLeft == 7);
  CHECK(log.progress[7].phase == "sweep");
  CHECK(log.progress[7].bestCount == 1);
  CHECK(log.progress[7].testsLeft == 0);
  CHECK(log.progress[7].counts.cached == 2);
}

TEST_CASE("a stop before the first test runs no test", "[reduction]") {
  FakeOracle oracle(FailsIff{1});
  ReductionObserver observer;
  std::atomic<bool> stop = true;
  ReductionResult result = llvm::cantFail(
      reduce(4, algorithmNamed("halving"), oracle, observer, stop));
  CHECK(result.interrupted());
  CHECK(result.minimality == Minimality::None);
  CHECK(result.counts.distinct() == 0);
  CHECK(result.best == Configuration::full(4));
}

TEST_CASE("a stop ends the reduction with the best so far, not certified",
          "[reduction]") {
  FailsIff outcomeOf{3, 5, 7, 40};
  for (const Algorithm &algorithm : allAlgorithms())
    for (size_t lastTest : {1, 2, 3, 5, 8, 13, 21}) {
      std::atomic<bool> stop = false;
      size_t tests = 0;
      FakeOracle oracle([&](const Configuration &configuration) {
        stop = ++tests == lastTest;
        return outcomeOf(configuration);
      });
      ObserverLog log;
      ReductionResult result =
          llvm::cantFail(reduce(50, algorithm, oracle, log, stop));
      CHECK(outcomeOf(result.best) == Outcome::Fail);
      REQUIRE(log.best.has_value());
      CHECK(*log.best == result.best);
      if (!result.interrupted()) { // The reduction was done before the stop.
        CHECK(algorithm.guarantee != Minimality::OneMinimal);
        continue;
      }
      CHECK(result.minimality == Minimality::None);
      CHECK(oracle.asked.size() == lastTest);
    }
}

TEST_CASE("a reduction that has done enough ends before the next test",
          "[reduction]") {
  FailsIff outcomeOf{3, 5, 7, 40};
  for (const Algorithm &algorithm : allAlgorithms()) {
    FakeOracle oracle(outcomeOf);
    ObserverLog log;
    std::atomic<bool> stop = false;
    ReductionOptions options;
    options.isEnough = [](const Configuration &best) {
      return best.count() <= 20;
    };
    ReductionResult result =
        llvm::cantFail(reduce(50, algorithm, oracle, log, stop, {}, options));
    CHECK(outcomeOf(result.best) == Outcome::Fail);
    CHECK_FALSE(result.interrupted());
    // The best configuration never was that small, or the reduction was done.
    if (!result.endedEarly()) {
      CHECK(algorithm.guarantee != Minimality::OneMinimal);
      continue;
    }
    CHECK(result.best.count() <= 20);
    CHECK(result.minimality == Minimality::None);
    CHECK(oracle.asked.back() == result.best);
  }
}

TEST_CASE("a sweep that ends early has proved what it has tried",
          "[reduction]") {
  FailsIff outcomeOf{0, 1, 2, 3, 4, 5, 6, 7};
  for (size_t tests = 2; tests <= 10; ++tests) {
    std::atomic<bool> stop = false;
    FakeOracle oracle([&](const Configuration &configuration) {
      return outcomeOf(configuration);
    });
    ReductionObserver observer;
    ReductionOptions options;
    options.isEnough = [&](const Configuration &) {
      return oracle.asked.size() >= tests;
    };
    ReductionResult result = llvm::cantFail(
        reduce(8, singleRemovals, oracle, observer, stop, {}, options));
    CHECK(result.endedEarly() == (tests < 10));
    CHECK(result.provenNeeded == (tests < 10 ? tests - 2 : 0));
  }
}

TEST_CASE("a FAIL that arrives with the stop counts, another outcome is "
          "dropped",
          "[reduction]") {
  for (Outcome last : {Outcome::Fail, Outcome::Pass, Outcome::Unresolved}) {
    std::atomic<bool> stop = false;
    size_t tests = 0;
    FakeOracle oracle([&](const Configuration &configuration) {
      if (++tests < 3)
        return configuration.isEmpty() ? Outcome::Pass : Outcome::Fail;
      stop = true;
      return last;
    });
    ObserverLog log;
    ReductionResult result =
        llvm::cantFail(reduce(8, algorithmNamed("halving"), oracle, log, stop));
    CHECK(result.interrupted());
    bool counts = last == Outcome::Fail;
    CHECK(result.counts.distinct() == (counts ? 3 : 2));
    CHECK(pictureOf(result.best) == (counts ? "1234...." : "12345678"));
    CHECK(pictureOf(*log.best) == pictureOf(result.best));
  }
}

TEST_CASE(
    "an error of the oracle is returned after the best result was reported",
    "[reduction]") {
  std::atomic<bool> stop = false;
  for (const Algorithm &algorithm : allAlgorithms())
    for (size_t patience = 0; patience < 5; ++patience) {
      BreakingOracle oracle(FailsIff{3, 5, 7}, patience);
      ObserverLog log;
      llvm::Error error = reduce(16, algorithm, oracle, log, stop).takeError();
      REQUIRE(error.isA<EngineError>());
      CHECK(llvm::toString(std::move(error)) == "the engine is gone");
      CHECK(log.best.has_value() == (patience > 0));
      if (log.best)
        CHECK(FailsIff{3, 5, 7}(*log.best) == Outcome::Fail);
    }
  // Halving has removed the last quarter by its third test.
  BreakingOracle oracle(FailsIff{3, 5, 7}, 3);
  ObserverLog log;
  llvm::consumeError( // looked at above
      reduce(16, algorithmNamed("halving"), oracle, log, stop).takeError());
  CHECK(log.best->count() == 12);
}

TEST_CASE("an error of the oracle leaves what was found before",
          "[reduction]") {
  std::atomic<bool> stop = false;
  BreakingOracle oracle(FailsIff{3, 5, 7}, 3);
  ObserverLog log;
  ReductionResult result;
  llvm::Error error =
      reduce(result, 16, algorithmNamed("halving"), oracle, log, stop);
  CHECK(llvm::toString(std::move(error)) == "the engine is gone");
  CHECK(result.end == ReductionEnd::Failed);
  CHECK(result.endedEarly());
  CHECK(result.best.count() == 12);
  CHECK(result.minimality == Minimality::None);
  CHECK(result.counts.distinct() == 3);
}

TEST_CASE("an error of the observer ends the reduction", "[reduction]") {
  class FullDisk : public ReductionObserver {
    llvm::Error bestImproved(const Configuration &configuration) override {
      if (configuration.count() == 4)
        return llvm::Error::success();
      return llvm::make_error<FileError>("the disk is full");
    }
  };
  FakeOracle oracle(FailsIff{2});
  FullDisk observer;
  std::atomic<bool> stop = false;
  llvm::Error error =
      reduce(4, algorithmNamed("halving"), oracle, observer, stop).takeError();
  CHECK(error.isA<FileError>());
  CHECK(llvm::toString(std::move(error)) == "the disk is full");
  CHECK(oracle.asked.size() == 4);
}

/// Returns the number of tests of a reduction with these first candidates;
/// three of 100 elements are needed.
static size_t testsWith(std::vector<Configuration> candidates) {
  FakeOracle oracle(FailsIff{20, 50, 80});
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  ReductionOptions options;
  options.firstCandidates = candidates;
  ReductionResult result = llvm::cantFail(reduce(
      100, algorithmNamed("halving"), oracle, observer, stop, {}, options));
  CHECK(result.best == configurationOf(100, {20, 50, 80}));
  CHECK(result.minimality == Minimality::OneMinimal);
  if (!candidates.empty() && candidates[0] != Configuration::full(100)) {
    REQUIRE(oracle.asked.size() > 2);
    CHECK(oracle.asked[2] == candidates[0]);
  }
  return oracle.asked.size();
}

TEST_CASE("a first candidate costs one test, and the reduction continues from "
          "it if it FAILs",
          "[reduction]") {
  Configuration bad = configurationOf(100, {20, 21, 50, 51});
  size_t without = testsWith({});
  size_t best = testsWith({configurationOf(100, {20, 50, 80})});
  size_t good = testsWith({configurationOf(100, {10, 20, 50, 70, 80})});
  CHECK(best == 6);
  CHECK(good == 11);
  CHECK(without == 33);
  CHECK(testsWith({bad}) == without + 1);
  CHECK(testsWith({Configuration::full(100)}) == without);
  // The second candidate is tested only if the first one does not FAIL.
  CHECK(testsWith({bad, configurationOf(100, {20, 50, 80})}) == best + 1);
  CHECK(testsWith({configurationOf(100, {20, 50, 80}), bad}) == best);
}
