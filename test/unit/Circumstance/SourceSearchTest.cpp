// Tests the search for a small program text, without a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SourceSearch.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// Returns FAIL if the first file contains all of some words.
class WordTester : public RunTester {
public:
  explicit WordTester(std::vector<std::string> words)
      : words(std::move(words)) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    TestedRun run;
    run.outcome = Outcome::Fail;
    for (const std::string &word : words)
      if (materials.files[0].content->find(word) == std::string::npos)
        run.outcome = Outcome::Pass;
    return run;
  }

private:
  std::vector<std::string> words;
};

struct SourceTrial {
  explicit SourceTrial(std::vector<std::string> words, unsigned lanes = 1)
      : editor("/nowhere", {}),
        lanes(
            lanes,
            [words, this](unsigned) {
              return checkedTester(editor, std::make_unique<WordTester>(words));
            },
            stop) {}
  llvm::Error run(std::string text) {
    SourceRequest request{{{"a.c", std::move(text)}}, editor};
    request.algorithm = allAlgorithms().front();
    request.levels = levels;
    request.budget.maxTests = maxTests;
    return SourceSearch(std::move(request), this->lanes, memory)
        .run(summary, observer, stop);
  }
  const std::string &text() const { return summary.sources[0].reduced; }

  std::atomic<bool> stop = false;
  SourceEditor editor;
  TestLanes lanes;
  OutcomeMemory memory;
  ReductionObserver observer;
  SourceSummary summary;
  std::vector<SourceLevel> levels = allSourceLevels();
  std::optional<uint64_t> maxTests;
};

/// A function with a loop. The runs fail if one of its divisions is there.
constexpr char program[] = R"(int unused(int a) { return a + 1; }
int average(int *values, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    if (values[i] > 0) {
      sum += values[i];
    } else
      sum = unused(sum);
  }
  return sum / count;
}
int main(void) {
  int values[] = {1, 2, 3};
  return average(values, 3) + unused(4);
}
)";

} // namespace

TEST_CASE("a program text is reduced to what must be in it",
          "[circumstance][source]") {
  SourceTrial search({"/"});
  llvm::cantFail(search.run(program));
  CHECK(search.text() == "int average() { 0 / 0; }");
  CHECK(search.summary.isMinimal);
  CHECK(search.summary.isFormatted);
  CHECK(search.summary.runs == 45);
  CHECK(search.summary.refused == 44);
}

TEST_CASE("lines alone leave what stands around the line that matters",
          "[circumstance][source]") {
  SourceTrial search({"/"});
  search.levels = {SourceLevel::Lines};
  llvm::cantFail(search.run(program));
  // The line of the function `unused` stays, since C does not allow calls of
  // undeclared functions.
  CHECK(search.text() == R"(int unused(int a) { return a + 1; }
int average(int *values, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    if (values[i] > 0) {
    } else
      sum = unused(sum);
  }
  return sum / count;
}
)");
  CHECK(search.summary.runs == 6);
  CHECK(search.summary.refused == 19);
}

TEST_CASE("the result does not depend on the number of lanes",
          "[circumstance][source]") {
  SourceTrial one({"values[i]"}), three({"values[i]"}, 3);
  llvm::cantFail(one.run(program));
  llvm::cantFail(three.run(program));
  CHECK(one.text() == three.text());
  CHECK(one.summary.runs == three.summary.runs);
}

TEST_CASE("a text of which nothing matters becomes empty",
          "[circumstance][source]") {
  SourceTrial search({""});
  llvm::cantFail(search.run("int a;\n"));
  CHECK(search.text().empty());
  CHECK(search.summary.emptyFails);
}

TEST_CASE("a search ends after the given number of tests",
          "[circumstance][source]") {
  SourceTrial search({"sum / count"});
  search.maxTests = 5;
  llvm::cantFail(search.run(program));
  CHECK(search.summary.exhausted == BudgetLimit::Tests);
  CHECK(!search.summary.isMinimal);
  CHECK(search.text().find("sum / count") != std::string::npos);
}

TEST_CASE("a text that does not fail is refused", "[circumstance][source]") {
  SourceTrial search({"no such word"});
  llvm::Error error = search.run("int a;\n");
  CHECK(error.isA<ReproductionError>());
  llvm::consumeError(std::move(error));
}
