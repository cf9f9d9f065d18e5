// Tests how the runs of a circumstance are made and judged, also several at
// once (in lanes). No process is started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// A circumstance whose elements are the letters of a text. A run reads those
/// letters that are not left out.
class Letters : public Circumstance {
public:
  explicit Letters(std::string text) : text(std::move(text)) {}
  size_t elements() const override { return text.size(); }
  llvm::StringRef elementsName() const override { return "letters"; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override {
    Materials materials;
    materials.standardInput.emplace();
    for (Element element : configuration.members())
      *materials.standardInput += text[static_cast<size_t>(element)];
    return materials;
  }

private:
  std::string text;
};

bool has(llvm::StringRef text, char letter) {
  return text.find(letter) != llvm::StringRef::npos;
}

/// Returns FAIL if the input has an x and a y. An x without a y is UNRESOLVED.
class PairTester : public RunTester {
public:
  explicit PairTester(std::atomic<size_t> &made) : made(made) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    ++made;
    const std::string &input = *materials.standardInput;
    TestedRun run;
    run.outcome = has(input, 'x') && has(input, 'y') ? Outcome::Fail
                  : has(input, 'x')                  ? Outcome::Unresolved
                                                     : Outcome::Pass;
    if (run.outcome == Outcome::Unresolved)
      run.cause = "crash";
    return run;
  }

private:
  std::atomic<size_t> &made;
};

struct Search {
  explicit Search(unsigned lanes, TesterFactory factory = {})
      : lanes(lanes, factory ? factory : pairs(), stop) {}
  explicit Search(TesterChoice choice) : lanes(std::move(choice), stop) {}
  TesterFactory pairs() {
    return [this](unsigned) { return std::make_unique<PairTester>(made); };
  }
  llvm::Error reduce(const std::string &text) {
    Letters letters(text);
    CircumstanceOracle oracle(letters, lanes, memory);
    ReductionObserver observer;
    llvm::Error error =
        pinstripe::reduce(result, letters.elements(), allAlgorithms().front(),
                          oracle, observer, stop);
    counts = oracle.counts();
    if (!error)
      reduced = *llvm::cantFail(letters.materialise(result.best)).standardInput;
    return error;
  }

  std::atomic<bool> stop = false;
  std::atomic<size_t> made = 0;
  OutcomeMemory memory;
  TestLanes lanes;
  ReductionResult result;
  CircumstanceCounts counts;
  std::string reduced;
};

class Refusing : public RunTester {
  llvm::Expected<TestedRun> test(const Materials &,
                                 const std::atomic<bool> &) override {
    return llvm::make_error<TargetError>("can't start");
  }
};

} // namespace

TEST_CASE("A circumstance is reduced as a trace is", "[circumstance][oracle]") {
  Search search(1);
  REQUIRE(llvm::toString(search.reduce("abcxdefyghi")).empty());
  CHECK(search.reduced == "xy");
  CHECK(search.result.minimality == Minimality::OneMinimal);
  CHECK(search.counts.made == search.made);
  CHECK(search.counts.made + search.counts.remembered ==
        search.result.counts.distinct());
  CHECK(search.counts.causes ==
        std::map<std::string, size_t>{
            {"crash", search.result.counts.unresolved}});
}

TEST_CASE("Neither the result nor the tests depend on the number of lanes",
          "[circumstance][lanes]") {
  const std::string text = "klmxnopqrstuvwyz, and again: xyyx";
  Search one(1), four(4);
  REQUIRE(llvm::toString(one.reduce(text)).empty());
  REQUIRE(llvm::toString(four.reduce(text)).empty());
  CHECK(one.reduced == four.reduced);
  CHECK(one.result.counts.distinct() == four.result.counts.distinct());
  CHECK(one.counts.made == four.counts.made);
  CHECK(one.counts.causes == four.counts.causes);
}

TEST_CASE("Two configurations with the same materials need one run",
          "[circumstance][oracle]") {
  Search search(1);
  Letters letters("aax");
  CircumstanceOracle oracle(letters, search.lanes, search.memory);
  Configuration full = Configuration::full(3);
  for (Element each : {Element(0), Element(1)})
    CHECK(llvm::cantFail(oracle.test(full.without(each))) ==
          Outcome::Unresolved);
  CHECK(search.made == 1);
  CHECK(oracle.counts().made == 1);
  CHECK(oracle.counts().remembered == 1);
}

TEST_CASE("A search that is repeated makes no run again",
          "[circumstance][oracle]") {
  Search search(2);
  REQUIRE(llvm::toString(search.reduce("abcxdefyghi")).empty());
  size_t tests = search.result.counts.distinct();
  REQUIRE(llvm::toString(search.reduce("abcxdefyghi")).empty());
  CHECK(search.counts.made == 0);
  CHECK(search.counts.remembered == tests);
}

TEST_CASE("An error of a tester ends the search, on any number of lanes",
          "[circumstance][lanes]") {
  for (unsigned lanes : {1u, 3u}) {
    Search search(lanes, [](unsigned) { return std::make_unique<Refusing>(); });
    CHECK(llvm::toString(search.reduce("xy")) == "can't start");
    CHECK(search.result.end == ReductionEnd::Failed);
  }
}

TEST_CASE("A lane that can't have a tester ends the search with the reason",
          "[circumstance][lanes]") {
  for (unsigned lanes : {1u, 3u}) {
    Search search(lanes,
                  [](unsigned) -> llvm::Expected<std::unique_ptr<RunTester>> {
                    return llvm::make_error<UsageError>("no sandbox");
                  });
    CHECK(llvm::toString(search.reduce("xy")) == "no sandbox");
  }
}

namespace {

/// Makes tests like PairTester until it is lost, with the test in its hands.
class LostTester : public RunTester {
public:
  LostTester(std::atomic<size_t> &made, size_t tests)
      : pairs(made), tests(tests) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override {
    if (tests-- == 0)
      return llvm::make_error<LaneLostError>("its machine is gone");
    return pairs.test(materials, givenUp);
  }

private:
  PairTester pairs;
  size_t tests;
};

/// One lane of this process, and two of other processes that are lost.
struct LostLanes {
  explicit LostLanes(size_t testsBefore) {
    choice.lanes = 3;
    choice.lanesHere = 1;
    choice.factory =
        [this, testsBefore](
            unsigned lane) -> llvm::Expected<std::unique_ptr<RunTester>> {
      if (lane == 0)
        return std::make_unique<PairTester>(made);
      return std::make_unique<LostTester>(made, testsBefore);
    };
    choice.refused = [this](llvm::StringRef why) {
      reasons.push_back(why.str());
    };
  }

  std::atomic<size_t> made = 0;
  std::vector<std::string> reasons;
  TesterChoice choice;
};

} // namespace

TEST_CASE("The tests of a lane that is lost are made by others",
          "[circumstance][lanes]") {
  const std::string text = "klmxnopqrstuvwyz, and again: xyyx";
  Search alone(1);
  REQUIRE(llvm::toString(alone.reduce(text)).empty());
  LostLanes lost(GENERATE(0, 1, 5));
  {
    Search search(lost.choice);
    REQUIRE(llvm::toString(search.reduce(text)).empty());
    CHECK(search.reduced == alone.reduced);
    CHECK(search.counts.made == alone.counts.made);
    CHECK(search.counts.causes == alone.counts.causes);
  }
  // Whether a lane gets a test at all before the search ends is up to chance.
  CHECK(lost.reasons.size() <= 2);
  for (const std::string &reason : lost.reasons)
    CHECK(reason == "its machine is gone");
}

TEST_CASE("The user learns why a lane of another process can't be made",
          "[circumstance][lanes]") {
  LostLanes lost(0);
  std::atomic<unsigned> refused = 0;
  lost.choice.factory =
      [&, make = lost.choice.factory](
          unsigned lane) -> llvm::Expected<std::unique_ptr<RunTester>> {
    if (lane == 0)
      return make(lane);
    ++refused;
    return llvm::make_error<LaneLostError>("its /prog is another file");
  };
  std::atomic<bool> stop = false;
  {
    TestLanes lanes(lost.choice, stop);
    // Both lanes are made at the start, without a test for them. A reason is
    // told when the search comes by, so it comes by until it has heard both.
    while (lost.reasons.size() != 2) {
      lanes.expect({});
      std::this_thread::yield();
    }
  }
  CHECK(lost.reasons ==
        std::vector<std::string>(2, "its /prog is another file"));
  CHECK(refused == 2);
}

TEST_CASE("Lanes of other processes that are not needed are abandoned",
          "[circumstance][lanes]") {
  LostLanes lost(0);
  std::mutex mutex;
  std::condition_variable changed;
  bool isAbandoned = false;
  lost.choice.factory =
      [&, make = lost.choice.factory](
          unsigned lane) -> llvm::Expected<std::unique_ptr<RunTester>> {
    if (lane == 0)
      return make(lane);
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return isAbandoned; });
    return llvm::make_error<LaneLostError>("it is not needed");
  };
  lost.choice.abandon = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    isAbandoned = true;
    changed.notify_all();
  };
  {
    Search search(lost.choice);
    // The lane of this process makes all tests, since the others never come.
    REQUIRE(llvm::toString(search.reduce("abxcy")).empty());
    CHECK(search.reduced == "xy");
  }
  CHECK(lost.reasons.empty());
}

TEST_CASE("Materials have the same key only if all their parts are the same",
          "[circumstance][materials]") {
  Materials none, empty, file, gone, argument, variable;
  empty.standardInput = "";
  file.files = {{"in", ""}};
  gone.files = {{"in", std::nullopt}};
  argument.arguments = {{"in"}};
  variable.environment = {{"in"}};
  std::vector<Materials> all = {none, empty, file, gone, argument, variable};
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < all.size(); ++j)
      CHECK((all[i].key() == all[j].key()) == (i == j));
  Materials again = file;
  CHECK(again.key() == file.key());
}
