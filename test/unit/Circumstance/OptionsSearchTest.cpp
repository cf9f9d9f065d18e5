// Tests searches of command lines on outcomes that need no process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/OptionsSearch.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace pinstripe;

namespace {

using Words = std::vector<std::string>;
using OutcomeOfRun = std::function<Outcome(const Materials &)>;

class StartTester : public RunTester {
public:
  /// Makes a tester that returns an error for each run after the first `most`
  /// runs.
  StartTester(OutcomeOfRun outcomeOf, std::atomic<size_t> &made,
              const size_t &most)
      : outcomeOf(std::move(outcomeOf)), made(made), most(most) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    if (++made > most)
      return llvm::make_error<EngineError>("no more runs");
    TestedRun run;
    run.outcome = outcomeOf(materials);
    if (run.outcome == Outcome::Unresolved)
      run.cause = "crash";
    return run;
  }

private:
  OutcomeOfRun outcomeOf;
  std::atomic<size_t> &made;
  const size_t &most;
};

bool has(const Materials &run, const std::string &argument) {
  return llvm::is_contained(*run.arguments, argument);
}
bool hasVariable(const Materials &run, const std::string &assignment) {
  return llvm::is_contained(*run.environment, assignment);
}
Outcome failsIf(bool fails) { return fails ? Outcome::Fail : Outcome::Pass; }

/// A search that needs no process.
struct StartSearch {
  explicit StartSearch(OutcomeOfRun outcomeOf, unsigned laneCount = 1)
      : lanes(
            laneCount,
            [this, outcomeOf](unsigned) {
              return std::make_unique<StartTester>(outcomeOf, made, most);
            },
            stop) {
    request.program = "./prog";
    request.scope.grain = ArgumentGrain::Parts;
  }

  llvm::Error attempt(llvm::StringRef algorithm) {
    request.algorithm = llvm::cantFail(findAlgorithm(algorithm));
    return OptionsSearch(request, lanes, memory).run(summary, observer, stop);
  }
  /// Returns the command line that was found.
  std::string search(llvm::StringRef algorithm = "halving") {
    orFail(attempt(algorithm));
    return (summary.failing ? summary.failing : summary.passing)->command;
  }
  std::string minimise(const Words &arguments,
                       llvm::StringRef algorithm = "halving") {
    request.failing.arguments = arguments;
    return search(algorithm);
  }
  /// Returns what was found to be needed: "-x|=V".
  std::string needed() const {
    std::string text;
    for (const NeededOption &each : summary.needed)
      text += (text.empty() ? "" : "|") + each.text;
    return text;
  }

  std::atomic<bool> stop = false;
  std::atomic<size_t> made = 0;
  size_t most = SIZE_MAX;
  OutcomeMemory memory;
  TestLanes lanes;
  ReductionObserver observer;
  OptionsRequest request;
  OptionsSummary summary;
};

/// The options of GCC that Hildebrandt and Zeller (2000) list in table 3.
const Words optionsOfPaper = {"-ffloat-store",
                              "-fno-default-inline",
                              "-fno-defer-pop",
                              "-fforce-mem",
                              "-fforce-addr",
                              "-fomit-frame-pointer",
                              "-fno-inline",
                              "-finline-functions",
                              "-fkeep-inline-functions",
                              "-fkeep-static-consts",
                              "-fno-function-cse",
                              "-ffast-math",
                              "-fstrength-reduce",
                              "-fthread-jumps",
                              "-fcse-follow-jumps",
                              "-fcse-skip-blocks",
                              "-frerun-cse-after-loop",
                              "-frerun-loop-opt",
                              "-fgcse",
                              "-fexpensive-optimizations",
                              "-fschedule-insns",
                              "-fschedule-insns2",
                              "-ffunction-sections",
                              "-fdata-sections",
                              "-fcaller-saves",
                              "-funroll-loops",
                              "-funroll-all-loops",
                              "-fmove-all-movables",
                              "-freduce-all-givs",
                              "-fno-peephole",
                              "-fstrict-aliasing"};

} // namespace

TEST_CASE("The option of the paper is found in as many tests as there",
          "[circumstance][options]") {
  // In the paper, -ffast-math keeps GCC from crashing. Here the outcomes are
  // inverted, so a test FAILs with this option. The paper needs 7 tests, not
  // counting those of all options and of none.
  constexpr size_t testsOfPaper = 7, testsOfEnds = 2;
  auto fails = [](const Materials &run) {
    return failsIf(has(run, "-ffast-math"));
  };
  SECTION("by ddmin") {
    StartSearch paper(fails);
    CHECK(paper.minimise(optionsOfPaper, "ddmin") == "./prog -ffast-math");
    CHECK(paper.summary.runs == testsOfPaper + testsOfEnds);
  }
  SECTION("by default") {
    StartSearch ours(fails);
    CHECK(ours.minimise(optionsOfPaper) == "./prog -ffast-math");
    CHECK(ours.summary.runs == testsOfPaper + testsOfEnds);
  }
}

TEST_CASE("Three options of 31 are found in fewer tests than by ddmin",
          "[circumstance][options]") {
  auto fails = [](const Materials &run) {
    return failsIf(has(run, "-fgcse") && has(run, "-ffloat-store") &&
                   has(run, "-fno-peephole"));
  };
  StartSearch ours(fails), paper(fails);
  CHECK(ours.minimise(optionsOfPaper) ==
        paper.minimise(optionsOfPaper, "ddmin"));
  CHECK(ours.summary.runs == 23);
  CHECK(paper.summary.runs == 55);
}

TEST_CASE("An option and its value go together first",
          "[circumstance][options]") {
  StartSearch search(
      [](const Materials &run) { return failsIf(has(run, "-k")); });
  CHECK(search.minimise({"-a", "1", "-b", "2", "-k", "3", "-c", "4"}) ==
        "./prog -k");
  REQUIRE(search.summary.levels.size() == 2);
  CHECK(search.summary.levels[0].elements == "options with their values");
  CHECK(search.summary.levels[0].before == 4);
  CHECK(search.summary.levels[0].after == 1);
  CHECK(search.summary.levels[1].elements == "arguments");
  CHECK(search.summary.levels[1].before == 2);
  CHECK(search.summary.levels[1].after == 1);
  CHECK(search.summary.minimality == Minimality::OneMinimal);
  CHECK(search.needed() == "-k");
}

TEST_CASE("Values and items of lists are left out", "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    for (const std::string &each : *run.arguments)
      if (llvm::StringRef(each).starts_with("--mode") &&
          llvm::StringRef(each).contains("bad"))
        return failsIf(has(run, "--level") || has(run, "--level=3"));
    return Outcome::Pass;
  });
  CHECK(search.minimise({"--level=3", "--mode=a,bad,b", "in.txt"}) ==
        "./prog --level --mode=bad");
  CHECK(search.needed() == "--level|--mode|=bad");
}

TEST_CASE("Letters of a cluster are left out if a run shows that they are "
          "options",
          "[circumstance][options]") {
  auto letters = [](const Materials &run) {
    std::string all;
    for (const std::string &each : *run.arguments)
      if (llvm::StringRef(each).starts_with("-"))
        all += each.substr(1);
    return all;
  };
  SECTION("they are") {
    StartSearch search([&](const Materials &run) {
      std::string all = letters(run);
      return failsIf(all.find('c') != std::string::npos &&
                     all.find('e') != std::string::npos);
    });
    CHECK(search.minimise({"-abcdef"}) == "./prog -ce");
    CHECK(search.needed() == "-c|-e");
  }
  SECTION("they are not") {
    StartSearch search(
        [&](const Materials &run) { return failsIf(has(run, "-abcdef")); });
    CHECK(search.minimise({"-abcdef"}) == "./prog -abcdef");
  }
}

TEST_CASE("If no variable matters, one run shows it",
          "[circumstance][options]") {
  StartSearch search(
      [](const Materials &run) { return failsIf(has(run, "-x")); });
  search.request.passing.variables = search.request.base = {{"PATH", "/bin"}};
  search.request.failing.variables = {{"PATH", "/bin"}};
  for (int i = 0; i < 60; ++i)
    search.request.failing.variables["V" + std::to_string(i)] = "value";
  CHECK(search.minimise({"-x"}) == "./prog -x");
  CHECK(search.summary.variables == 60);
  CHECK(search.summary.levels[0].elements == "variables");
  CHECK(search.summary.levels[0].tests == 1);
}

TEST_CASE("A variable that matters is set by `env`",
          "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    return failsIf(hasVariable(run, "MODE=a b") && has(run, "-x"));
  });
  search.request.failing.variables = {
      {"LANG", "C"}, {"MODE", "a b"}, {"TERM", "dumb"}};
  CHECK(search.minimise({"-v", "-x"}) == "env 'MODE=a b' ./prog -x");
  CHECK(search.needed() == "-x|'MODE=a b'");
}

TEST_CASE("Variables that would hide the failure are removed by `env`",
          "[circumstance][options]") {
  // If -v is given, TERM does not matter. Otherwise TERM hides the failure.
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "-x") &&
                   (has(run, "-v") || !hasVariable(run, "TERM=dumb")));
  });
  search.request.failing.variables = {{"TERM", "dumb"}, {"A", "1"}};
  search.request.shell = search.request.failing.variables;
  CHECK(search.minimise({"-v", "-x"}) == "env -u TERM ./prog -x");
}

TEST_CASE(
    "Variables that the shell alone has are removed by `env` if they would "
    "hide the failure",
    "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "-x") && !hasVariable(run, "TERM=dumb"));
  });
  search.request.shell = {{"A", "1"}, {"B", "1"}, {"TERM", "dumb"}};
  search.request.failing.variables = {{"A", "1"}};
  CHECK(search.minimise({"-v", "-x"}) == "env -u TERM ./prog -x");
}

TEST_CASE("A file that an argument names need not exist",
          "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    bool isThere = false;
    for (const MaterialFile &file : run.files)
      isThere |= file.path == "b.txt" && file.content.has_value();
    return failsIf(has(run, "a.txt") && has(run, "b.txt") && isThere);
  });
  search.request.surroundings.files = {{"a.txt", "a"}, {"b.txt", "b"}};
  search.request.passing.missingFiles = {"a.txt", "b.txt"};
  CHECK(search.minimise({"a.txt", "b.txt", "c"}) == "./prog a.txt b.txt");
  CHECK(search.summary.failing->missingFiles == Words{"a.txt"});
  CHECK(search.needed() == "a.txt|b.txt|b.txt");
}

TEST_CASE("What is needed only because of something else goes, too",
          "[circumstance][options]") {
  // The variable matters only if -v is given, and -v is removed later.
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "-x") &&
                   (!has(run, "-v") || hasVariable(run, "A=1")));
  });
  search.request.failing.variables = {{"A", "1"}};
  CHECK(search.minimise({"-v", "-x"}) == "./prog -x");
  CHECK(search.summary.minimality == Minimality::OneMinimal);
}

TEST_CASE("The longest command line that passes is found",
          "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "-x") && has(run, "-z"));
  });
  search.request.form = SearchForm::Maximise;
  search.request.failing.arguments = {"-v", "-x", "-y", "-z"};
  CHECK(search.search("ddmax") == "./prog -v -y -z");
  CHECK(search.summary.minimality == Minimality::OneMaximal);
  CHECK(search.needed() == "-x");
}

TEST_CASE("The difference between two command lines is isolated",
          "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "--mode=b") || has(run, "--mode"));
  });
  search.request.form = SearchForm::Isolate;
  search.request.passing.arguments = {"-a", "--mode=a", "-o", "1", "x"};
  search.request.failing.arguments = {"--mode=b", "-o", "2", "-q", "x"};
  search.search("isolate");
  REQUIRE(search.summary.needed.size() == 1);
  CHECK(search.summary.needed[0].passing == "=a");
  CHECK(search.summary.needed[0].text == "=b");
  CHECK(search.summary.needed[0].argument == "--mode=b");
  CHECK(search.summary.minimality == Minimality::OneMinimalDifference);
}

TEST_CASE("A number at the end of an option is its value",
          "[circumstance][options]") {
  StartSearch search(
      [](const Materials &run) { return failsIf(has(run, "-O2")); });
  search.request.form = SearchForm::Isolate;
  search.request.passing.arguments = {"-O1", "-g"};
  search.request.failing.arguments = {"-O2"};
  CHECK(search.search("isolate") == "./prog -O2 -g");
  REQUIRE(search.summary.needed.size() == 1);
  CHECK(search.summary.needed[0].passing == "-O1");
}

TEST_CASE("A search of a command line does not depend on the number of lanes",
          "[circumstance][options]") {
  auto fails = [](const Materials &run) {
    return failsIf(has(run, "-fgcse") && has(run, "-ffloat-store") &&
                   has(run, "-fno-inline"));
  };
  StartSearch one(fails), four(fails, 4);
  CHECK(one.minimise(optionsOfPaper) == four.minimise(optionsOfPaper));
  CHECK(one.summary.runs == four.summary.runs);
}

TEST_CASE("A search ends after the number of runs that the user allows",
          "[circumstance][options]") {
  StartSearch search([](const Materials &run) {
    return failsIf(has(run, "-fgcse") && has(run, "-ffloat-store"));
  });
  search.request.budget.maxTests = 8;
  search.request.failing.arguments = optionsOfPaper;
  search.search();
  CHECK(search.summary.exhausted == BudgetLimit::Tests);
  CHECK(search.summary.runs == 8);
  CHECK(search.summary.minimality == Minimality::None);
}

TEST_CASE("A command line that can't be searched is refused",
          "[circumstance][options]") {
  SECTION("it does not fail") {
    StartSearch search([](const Materials &) { return Outcome::Pass; });
    search.request.failing.arguments = {"-x"};
    llvm::Error error = search.attempt("halving");
    CHECK(error.isA<ReproductionError>());
    llvm::consumeError(std::move(error));
  }
  SECTION("it fails without any argument") {
    StartSearch search([](const Materials &) { return Outcome::Fail; });
    search.request.failing.arguments = {"-x"};
    llvm::Error error = search.attempt("halving");
    CHECK(error.isA<NothingToReduceError>());
    llvm::consumeError(std::move(error));
  }
  SECTION("the one that passes is unresolved") {
    StartSearch search([](const Materials &run) {
      return has(run, "-x") ? Outcome::Fail : Outcome::Unresolved;
    });
    search.request.form = SearchForm::Isolate;
    search.request.failing.arguments = {"-x"};
    llvm::Error error = search.attempt("isolate");
    CHECK(error.isA<ReproductionError>());
    llvm::consumeError(std::move(error));
  }
}

TEST_CASE("an error of the engine leaves the best command line so far",
          "[circumstance][options]") {
  StartSearch search(
      [](const Materials &run) { return failsIf(has(run, "-x")); });
  search.request.failing.arguments = {"-a", "-b", "-c", "-x",
                                      "-d", "-e", "-f", "-g"};
  search.most = 4;
  llvm::cantFail(search.attempt("halving"));
  CHECK(search.summary.failure == "no more runs");
  CHECK(search.summary.minimality == Minimality::None);
  REQUIRE(search.summary.failing);
  CHECK(llvm::is_contained(search.summary.failing->arguments, "-x"));
  CHECK(search.summary.failing->arguments.size() < 8);
}

TEST_CASE("an error of the engine before the first failure is an error",
          "[circumstance][options]") {
  StartSearch search(
      [](const Materials &run) { return failsIf(has(run, "-x")); });
  search.request.failing.arguments = {"-a", "-x"};
  search.most = 0;
  llvm::Error error = search.attempt("halving");
  CHECK(error.isA<EngineError>());
  llvm::consumeError(std::move(error));
}
