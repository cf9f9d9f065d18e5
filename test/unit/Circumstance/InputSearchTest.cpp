// Compares searches of an input with the examples of books and papers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputSearch.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Error.h"
#include <functional>
#include <map>

using namespace pinstripe;

namespace {

using OutcomeOf = std::function<Outcome(llvm::StringRef)>;

class TextTester : public RunTester {
public:
  explicit TextTester(OutcomeOf outcomeOf) : outcomeOf(std::move(outcomeOf)) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    TestedRun run;
    run.outcome = outcomeOf(*materials.standardInput);
    if (run.outcome == Outcome::Unresolved)
      run.cause = "crash";
    return run;
  }

private:
  OutcomeOf outcomeOf;
};

/// A search of a text that needs no process.
struct TextSearch {
  explicit TextSearch(OutcomeOf outcomeOf)
      : lanes(
            1,
            [outcomeOf](unsigned) {
              return std::make_unique<TextTester>(outcomeOf);
            },
            stop) {}

  llvm::Error run(const std::string &failing, InputRequest request) {
    request.inputs.push_back(
        {"",
         request.form == SearchForm::Isolate ? std::exchange(passing, "") : "",
         failing});
    if (request.levels.empty())
      request.levels = usualLevels(request.inputs);
    return InputSearch(std::move(request), lanes, memory)
        .run(summary, observer, stop);
  }
  TextSearch &search(const std::string &failing, llvm::StringRef algorithm,
                     std::vector<PartKind> levels = {},
                     SearchForm form = SearchForm::Minimise) {
    InputRequest request;
    request.form = form;
    request.algorithm = llvm::cantFail(findAlgorithm(algorithm));
    request.levels = std::move(levels);
    orFail(run(failing, std::move(request)));
    return *this;
  }
  const std::string &failing() const { return summary.inputs[0].failing; }

  std::atomic<bool> stop = false;
  OutcomeMemory memory;
  TestLanes lanes;
  ReductionObserver observer;
  InputSummary summary;
  std::string passing;
};

/// The program MysteryRunner of the Fuzzing Book.
Outcome mystery(llvm::StringRef input) {
  size_t opening = input.find('('), closing = input.find(')');
  bool fails = opening != llvm::StringRef::npos &&
               closing != llvm::StringRef::npos && opening < closing;
  return fails ? Outcome::Fail : Outcome::Pass;
}

/// The input that the Fuzzing Book's fuzzer has found.
const std::string fuzzed =
    " 7:,>((/$$-/->.;.=;(.%!:50#7*8=$&&=$9!%6(4=&69\':\'<3+0-3.24#7=!&60)2/"
    "+\";+<7+1<2!4$>92+$1<(3%&5\'\'>#";

/// Reduces an input as the Fuzzing Book's reducer does: it tests only
/// complements of subsets, and never the empty input. Returns the number of
/// different tests.
size_t testsOfBook(std::string input, const OutcomeOf &outcomeOf) {
  std::map<std::string, Outcome> known;
  auto test = [&](const std::string &text) {
    auto [place, isNew] = known.try_emplace(text, Outcome::Pass);
    if (isNew)
      place->second = outcomeOf(text);
    return place->second;
  };
  test(input);
  size_t parts = 2;
  while (input.size() >= 2) {
    double start = 0;
    double size = static_cast<double>(input.size()) / double(parts);
    bool anyFails = false;
    for (; start < double(input.size()) && !anyFails; start += size) {
      std::string complement = input.substr(0, size_t(start));
      if (size_t(start + size) < input.size())
        complement += input.substr(size_t(start + size));
      if (test(complement) != Outcome::Fail)
        continue;
      input = complement;
      parts = std::max<size_t>(parts - 1, 2);
      anyFails = true;
      break;
    }
    if (anyFails)
      continue;
    if (parts == input.size())
      break;
    parts = std::min(2 * parts, input.size());
  }
  return known.size();
}

/// Reads an expression of the Fuzzing Book's grammar: sums of products of
/// factors.
class ExpressionReader {
public:
  explicit ExpressionReader(llvm::StringRef text) : rest(text) {}
  bool reads() { return expression() && rest.empty(); }

private:
  bool expression() {
    return term() && (!rest.consume_front(" + ") || expression()) &&
           (!rest.consume_front(" - ") || expression());
  }
  bool term() {
    return factor() && (!rest.consume_front(" * ") || term()) &&
           (!rest.consume_front(" / ") || term());
  }
  bool factor() {
    if (rest.consume_front("+") || rest.consume_front("-"))
      return factor();
    if (rest.consume_front("("))
      return expression() && rest.consume_front(")");
    size_t digits = rest.find_first_not_of("0123456789");
    digits = std::min(digits, rest.size());
    rest = rest.drop_front(digits);
    return digits != 0;
  }
  llvm::StringRef rest;
};

/// The program EvalMysteryRunner of the Fuzzing Book. A text that is not an
/// expression is UNRESOLVED.
Outcome evaluatedMystery(llvm::StringRef input) {
  return ExpressionReader(input).reads() ? mystery(input) : Outcome::Unresolved;
}

} // namespace

TEST_CASE("the Fuzzing Book's mystery is a pair of parentheses",
          "[circumstance][input][book]") {
  CHECK(testsOfBook(fuzzed, mystery) == 29);
  // Pinstripe also tests the empty input, and ddmin tests the subsets, as in
  // the paper.
  TextSearch ddmin(mystery);
  CHECK(ddmin.search(fuzzed, "ddmin", {PartKind::Characters}).failing() ==
        "()");
  CHECK(ddmin.summary.runs == 41);
  TextSearch halving(mystery);
  CHECK(halving.search(fuzzed, "halving", {PartKind::Characters}).failing() ==
        "()");
  CHECK(halving.summary.runs == 25);
}

TEST_CASE("the Fuzzing Book's expression is reduced to a pair of parentheses",
          "[circumstance][input][book]") {
  CHECK(testsOfBook("1 + (2 * 3)", mystery) == 15);
  TextSearch ddmin(mystery);
  CHECK(
      ddmin.search("1 + (2 * 3)", "ddmin", {PartKind::Characters}).failing() ==
      "()");
  CHECK(ddmin.summary.runs == 21);
  TextSearch halving(mystery);
  CHECK(halving.search("1 + (2 * 3)", "halving", {PartKind::Characters})
            .failing() == "()");
  CHECK(halving.summary.runs == 16);
}

TEST_CASE("no character of an expression can go where expressions are parsed",
          "[circumstance][input][book]") {
  CHECK(testsOfBook("1 + (2 * 3)", evaluatedMystery) == 21);
  TextSearch ddmin(evaluatedMystery);
  CHECK(
      ddmin.search("1 + (2 * 3)", "ddmin", {PartKind::Characters}).failing() ==
      "1 + (2 * 3)");
  CHECK(ddmin.summary.runs == 37);
  CHECK(ddmin.summary.minimality == Minimality::OneMinimal);
  TextSearch halving(evaluatedMystery);
  CHECK(halving.search("1 + (2 * 3)", "halving", {PartKind::Characters})
            .failing() == "1 + (2 * 3)");
  CHECK(halving.summary.runs == 15);
}

// A page like that of Mozilla's bug 24735, which crashed the browser when it
// was printed. It has 896 lines, and the tag SELECT caused the crash.

static std::string page() {
  std::string text;
  for (int line = 1; line <= 896; ++line)
    text += line == 619
                ? "<td><SELECT NAME=\"priority\" MULTIPLE SIZE=7></td>\n"
                : "<OPTION VALUE=\"" + std::to_string(line) + "\">" +
                      std::to_string(line) + "</OPTION>\n";
  return text;
}

static Outcome printed(llvm::StringRef text) {
  size_t tag = text.find("<SELECT");
  bool crashes = tag != llvm::StringRef::npos &&
                 text.find('>', tag) != llvm::StringRef::npos;
  return crashes ? Outcome::Fail : Outcome::Pass;
}

TEST_CASE("896 lines of HTML are reduced to a tag", "[circumstance][input]") {
  // With ddmin on lines, the paper needs 57 tests for the real page.
  TextSearch ddmin(printed);
  CHECK(ddmin.search(page(), "ddmin").failing() == "<SELECT>");
  CHECK(ddmin.summary.levels[0].tests == 17);
  CHECK(ddmin.summary.runs == 72);
  TextSearch halving(printed);
  CHECK(halving.search(page(), "halving").failing() == "<SELECT>");
  REQUIRE(halving.summary.levels.size() == 3);
  CHECK(halving.summary.levels[0].elements == "lines");
  CHECK(halving.summary.levels[0].before == 896);
  CHECK(halving.summary.levels[0].after == 1);
  CHECK(halving.summary.levels[0].tests == 17);
  CHECK(halving.summary.levels[1].elements == "tokens");
  CHECK(halving.summary.levels[1].after == 3);
  CHECK(halving.summary.levels[2].elements == "characters");
  CHECK(halving.summary.levels[2].after == 8);
  CHECK(halving.summary.runs == 40);
  CHECK(halving.summary.minimality == Minimality::OneMinimal);
  CHECK(halving.summary.proven == "characters");
}

TEST_CASE("a level whose parts were all tried before is left out",
          "[circumstance][input]") {
  // Each line has a single character and its newline, and nothing can be
  // removed.
  TextSearch search([](llvm::StringRef text) {
    return text == "a" || text == "aaa" ? Outcome::Fail : Outcome::Pass;
  });
  CHECK(search.search("a", "halving").failing() == "a");
  CHECK(search.summary.levels.size() == 1);
  CHECK(search.summary.proven == "characters");
}

TEST_CASE("the largest passing part of an input is found",
          "[circumstance][input]") {
  TextSearch search(mystery);
  search.search("a (b) c\n", "ddmax", {}, SearchForm::Maximise);
  CHECK(search.failing() == "a (b) c\n");
  // The result is 1-maximal: with the only missing character, the run fails.
  CHECK(search.summary.inputs[0].passing.size() == 7);
  CHECK(mystery(search.summary.inputs[0].passing) == Outcome::Pass);
  CHECK(search.summary.minimality == Minimality::OneMaximal);
}

TEST_CASE("the difference between a passing and a failing input is isolated",
          "[circumstance][input]") {
  TextSearch search(mystery);
  // If its parentheses are in the wrong order, the passing input still passes.
  search.passing = "one\ntwo )b( c\nthree\n";
  search.search("one\ntwo (b) c\nfour\n", "isolate", {}, SearchForm::Isolate);
  CHECK(mystery(search.summary.inputs[0].passing) == Outcome::Pass);
  CHECK(mystery(search.failing()) == Outcome::Fail);
  CHECK(search.summary.minimality == Minimality::OneMinimalDifference);
  CHECK(search.summary.levels.back().after == 1);
  CHECK(search.summary.proven == "characters");
}

TEST_CASE("a passing input that fails is an error", "[circumstance][input]") {
  TextSearch search(mystery);
  search.passing = "(also)";
  InputRequest request;
  request.form = SearchForm::Isolate;
  request.algorithm = llvm::cantFail(findAlgorithm("isolate"));
  CHECK(llvm::toString(search.run("(a)", std::move(request))) ==
        "the input that should pass fails, too; give another one with "
        "--isolate");
}

TEST_CASE("a passing input that is UNRESOLVED is an error",
          "[circumstance][input]") {
  TextSearch search(evaluatedMystery);
  search.passing = "+";
  InputRequest request;
  request.form = SearchForm::Isolate;
  request.algorithm = llvm::cantFail(findAlgorithm("isolate"));
  CHECK(llvm::toString(search.run("(1)", std::move(request))) ==
        "the input that should pass does not: its run is UNRESOLVED; give "
        "another one with --isolate");
}

TEST_CASE("an input that fails even when it is empty is reduced to nothing",
          "[circumstance][input]") {
  TextSearch search([](llvm::StringRef) { return Outcome::Fail; });
  CHECK(search.search("text\n", "halving").failing().empty());
  CHECK(search.summary.emptyFails);
  CHECK(search.summary.runs == 2);
}

TEST_CASE("a search that stops early keeps what it has, and is resumed",
          "[circumstance][input]") {
  TextSearch whole(printed);
  whole.search(page(), "halving");
  TextSearch search(printed);
  size_t runs = 0, size = page().size();
  // Each part of the search may make 20 more tests.
  for (int part = 0; runs < whole.summary.runs; ++part) {
    REQUIRE(part < 100);
    InputRequest request;
    request.algorithm = allAlgorithms().front();
    request.budget.maxTests = 20;
    search.summary = {};
    REQUIRE(llvm::toString(search.run(page(), std::move(request))).empty());
    CHECK(printed(search.failing()) == Outcome::Fail);
    CHECK(search.failing().size() <= size);
    size = search.failing().size();
    runs += search.summary.runs;
    bool isLast = runs == whole.summary.runs;
    if (search.summary.exhausted)
      CHECK(search.summary.minimality == Minimality::None);
    else
      CHECK(isLast);
  }
  CHECK(runs == whole.summary.runs);
}

TEST_CASE("a search is repeated from lines on until nothing more goes",
          "[circumstance][input]") {
  // Without the x, the second line could be removed as a whole. Its characters
  // can't be removed one by one.
  auto outcomeOf = [](llvm::StringRef text) {
    bool hasX = text.contains('x'), hasPair = text.contains("[]\n");
    bool fails = text.starts_with("a") && (hasPair || !text.contains('\n')) &&
                 (hasPair || !hasX);
    return fails ? Outcome::Fail : Outcome::Pass;
  };
  InputRequest request;
  request.algorithm = allAlgorithms().front();
  request.fixpoint = true;
  TextSearch search(outcomeOf);
  REQUIRE(llvm::toString(search.run("ax\n[]\n", std::move(request))).empty());
  CHECK(search.failing() == "a");
}
