// Compares searches of a derivation tree with the examples of the Fuzzing Book.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/TreeSearch.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"
#include <functional>

using namespace pinstripe;

namespace {

using OutcomeOf = std::function<Outcome(llvm::StringRef)>;
using Tests = std::vector<std::string>;

/// Judges texts, and checks that the grammar describes each of them.
class ParsingTester : public RunTester {
public:
  ParsingTester(const Grammar &grammar, OutcomeOf outcomeOf, Tests &tests)
      : grammar(grammar), outcomeOf(std::move(outcomeOf)), tests(tests) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    const std::string &text = *materials.standardInput;
    INFO(text);
    CHECK(bool(parse(grammar, text, {"in", "g"})));
    tests.push_back(text);
    TestedRun run;
    run.outcome = outcomeOf(text);
    return run;
  }

private:
  const Grammar &grammar;
  OutcomeOf outcomeOf;
  Tests &tests;
};

/// A search of a text that needs no process.
struct TreeTrial {
  TreeTrial(llvm::StringRef grammarText, OutcomeOf outcomeOf)
      : grammar(std::make_shared<Grammar>(
            llvm::cantFail(readGrammar("g", grammarText)))),
        lanes(
            1,
            [this, outcomeOf](unsigned) {
              return std::make_unique<ParsingTester>(*grammar, outcomeOf,
                                                     tests);
            },
            stop) {}

  std::string run(const std::string &text, TreeMethod method,
                  llvm::StringRef algorithm = "halving", bool fixpoint = false,
                  std::optional<uint64_t> maxTests = {}) {
    TreeRequest request;
    request.grammar = grammar;
    request.tree = llvm::cantFail(parse(*grammar, text, {"in", "g"}));
    request.method = method;
    request.algorithm = llvm::cantFail(findAlgorithm(algorithm));
    request.fixpoint = fixpoint;
    request.budget.maxTests = maxTests;
    TreeSearch search(std::move(request), lanes, memory, summary);
    orFail(search.run(observer, stop));
    return search.text().str();
  }

  std::shared_ptr<const Grammar> grammar;
  std::atomic<bool> stop = false;
  OutcomeMemory memory;
  Tests tests;
  TestLanes lanes;
  ReductionObserver observer;
  InputSummary summary;
};

/// The grammar EXPR_GRAMMAR of the Fuzzing Book.
const char *const expressions = R"json({
  "<start>": ["<expr>"],
  "<expr>": ["<term> + <expr>", "<term> - <expr>", "<term>"],
  "<term>": ["<factor> * <term>", "<factor> / <term>", "<factor>"],
  "<factor>": ["+<factor>", "-<factor>", "(<expr>)", "<integer>.<integer>",
               "<integer>"],
  "<integer>": ["<digit><integer>", "<digit>"],
  "<digit>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
})json";

/// The program MysteryRunner of the Fuzzing Book.
Outcome mysteryOfTree(llvm::StringRef input) {
  size_t opening = input.find('('), closing = input.find(')');
  bool fails = opening != llvm::StringRef::npos &&
               closing != llvm::StringRef::npos && opening < closing;
  return fails ? Outcome::Fail : Outcome::Pass;
}

/// The long expression that the Fuzzing Book uses for its comparison.
const std::string longExpression =
    "++---((-2 / 3 / 3 - -+1 / 5 - 2) * ++6 / +8 * 4 / 9 / 2 * 8 + ++(5) * 3 / "
    "8 * 0 + 3 * 3 + 4 / 0 / 6 + 9) * ++++(+--9 * -3 * 7 / 4 + --(4) / 3 - 0 / "
    "3 + 5 + 0) * (1 * 6 - 1 / 9 * 5 - 9 / 0 + 7) * ++(8 - 1) * +1 * 7 * 0 + "
    "((1 + 4) / 4 * 8 * 9 * 4 + 4 / (4) * 1 - (4) * 8 * 5 + 1 + 4) / (+(2 - 1 "
    "- 9) * 5 + 3 + 6 - 2) * +3 * (3 - 7 + 8) / 4 - -(9 * 4 - 1 * 0 + 5) / (5 "
    "/ 9 * 5 + 2) * 7 + ((7 - 5 + 3) / 1 * 8 - 8 - 9) * --+1 * 4 / 4 - 4 / 7 * "
    "4 - 3 / 6 * 1 - 2 - 7 - 8";

} // namespace

TEST_CASE("GRABR needs the Fuzzing Book's five tests, in its order",
          "[circumstance][tree][book]") {
  TreeTrial search(expressions, mysteryOfTree);
  CHECK(search.run("1 + (2 * 3)", TreeMethod::Book) == "(3)");
  // Pinstripe first tests the whole input.
  CHECK(search.tests ==
        Tests{"1 + (2 * 3)", "(2 * 3)", "2 * 3", "3", "2", "(3)"});
}

TEST_CASE("GRABR by depth needs the Fuzzing Book's three tests",
          "[circumstance][tree][book]") {
  TreeTrial search(expressions, mysteryOfTree);
  CHECK(search.run("1 + (2 * 3)", TreeMethod::BookByDepth) == "(3)");
  CHECK(search.tests == Tests{"1 + (2 * 3)", "(2 * 3)", "(3)", "3"});
  CHECK(search.summary.minimality == Minimality::OneMinimal);
  CHECK(search.summary.proven == "subtrees");
}

TEST_CASE("the usual method needs three tests for the book's expression",
          "[circumstance][tree][book]") {
  TreeTrial search(expressions, mysteryOfTree);
  CHECK(search.run("1 + (2 * 3)", TreeMethod::Usual) == "(0)");
  // The first two tests show that the whole input fails, and that the shortest
  // one does not.
  CHECK(search.tests == Tests{"1 + (2 * 3)", "0", "1 + 0", "(2 * 3)", "(0)"});
  CHECK(search.summary.minimality == Minimality::OneMinimal);
}

TEST_CASE("the Fuzzing Book's long expression takes GRABR ten tests",
          "[circumstance][tree][book]") {
  TreeTrial book(expressions, mysteryOfTree);
  CHECK(book.run(longExpression, TreeMethod::BookByDepth) == "(9)");
  CHECK(book.tests.size() == 1 + 10);
  TreeTrial usual(expressions, mysteryOfTree);
  CHECK(usual.run(longExpression, TreeMethod::Usual) == "(9)");
  CHECK(usual.tests.size() == 24);
}

TEST_CASE("hierarchical delta debugging leaves out items of lists",
          "[circumstance][tree]") {
  llvm::StringRef lists =
      "list ::= '[' (item (', ' item)*)? ']'; item ::= [a-z]+ | list";
  std::string text = "[a";
  for (int i = 0; i < 500; ++i)
    text += i == 300 ? ", [b, bug, c]" : ", item";
  text += "]";
  auto outcomeOf = [](llvm::StringRef input) {
    return input.contains("bug") ? Outcome::Fail : Outcome::Pass;
  };
  TreeTrial levels(lists, outcomeOf);
  CHECK(levels.run(text, TreeMethod::Levels, "ddmin") == "[a, [b, bug]]");
  CHECK(levels.tests.size() == 27);
  TreeTrial usual(lists, outcomeOf);
  CHECK(usual.run(text, TreeMethod::Usual) == "[bug]");
  CHECK(usual.tests.size() == 38);
}

TEST_CASE("lists by right recursion are halved, too", "[circumstance][tree]") {
  llvm::StringRef lists =
      "list ::= item ';' list | item; item ::= digit item | digit; "
      "digit ::= [0-9]";
  std::string text = "1";
  for (int i = 2; i <= 1000; ++i)
    text += ";" + std::to_string(i);
  auto outcomeOf = [](llvm::StringRef input) {
    return input.contains("67") && input.contains("9;") ? Outcome::Fail
                                                        : Outcome::Pass;
  };
  TreeTrial search(lists, outcomeOf);
  CHECK(search.run(text, TreeMethod::Usual) == "67;9;0");
  CHECK(search.tests.size() == 29);
}

TEST_CASE("a search of a tree that stops early is resumed from its tests",
          "[circumstance][tree]") {
  TreeTrial whole(expressions, mysteryOfTree);
  whole.run(longExpression, TreeMethod::Usual);
  TreeTrial parts(expressions, mysteryOfTree);
  std::string text = longExpression;
  for (int part = 0; part < 100 && parts.tests.size() < whole.tests.size();
       ++part) {
    parts.summary = {};
    text = parts.run(longExpression, TreeMethod::Usual, "halving", false, 3);
    CHECK(mysteryOfTree(text) == Outcome::Fail);
    CHECK(parts.summary.runs <= 3);
  }
  CHECK(text == "(9)");
  CHECK(parts.tests == whole.tests);
}
