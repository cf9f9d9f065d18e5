// Tests the oracle of circumstances, and its lanes, without a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "TestSupport/Catch.h"
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
