// Compares the algorithms with the examples of the Debugging Book.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples are those of Zeller, "The Debugging Book", chapter "Reducing
// Failure-Inducing Inputs": a function that fails on an opening parenthesis
// before a closing one, and another function that fails on quoted angle
// brackets.

#include "FakeOracles.h"

using namespace pinstripe;

namespace {

/// The failing input of the book, which a fuzzer has found.
constexpr llvm::StringLiteral fuzzed = "V\"/+!aF-(V4EOz*+s/Q,7)2@0_";

std::string partOf(llvm::StringRef text, const Configuration &configuration) {
  std::string part;
  for (Element element : configuration.members())
    part += text[static_cast<size_t>(element)];
  return part;
}

Outcome mystery(llvm::StringRef input) {
  size_t opening = input.find('('), closing = input.find(')');
  bool fails = opening != llvm::StringRef::npos &&
               closing != llvm::StringRef::npos && opening < closing;
  return fails ? Outcome::Fail : Outcome::Pass;
}

/// FAILs when the assertion in the book fails: an angle bracket is in the
/// output.
Outcome removeHTMLMarkup(llvm::StringRef input) {
  bool isTag = false, isQuoted = false;
  std::string output;
  for (char character : input) {
    if (character == '<' && !isQuoted)
      isTag = true;
    else if (character == '>' && !isQuoted)
      isTag = false;
    else if (character == '"' || (character == '\'' && isTag)) // the bug
      isQuoted = !isQuoted;
    else if (!isTag)
      output += character;
  }
  bool hasMarkup = output.find_first_of("<>") != std::string::npos;
  return hasMarkup ? Outcome::Fail : Outcome::Pass;
}

struct BookResult {
  std::string failing, passing, difference;
  size_t tests = 0;
};

BookResult reduceText(llvm::StringRef name, llvm::StringRef text,
                      Outcome (*outcomeOf)(llvm::StringRef)) {
  FakeOracle oracle([&](const Configuration &configuration) {
    return outcomeOf(partOf(text, configuration));
  });
  ReductionResult result =
      reduceWith(algorithmNamed(name), text.size(), oracle);
  BookResult book{partOf(text, result.best), "", "", result.counts.distinct()};
  if (result.largestPassing) {
    book.passing = partOf(text, *result.largestPassing);
    book.difference = partOf(text, result.best.without(*result.largestPassing));
  }
  return book;
}

} // namespace

TEST_CASE("the mystery is a pair of parentheses", "[reduction][book]") {
  for (llvm::StringRef name :
       {"halving", "ddmin", "dd", "dd+", "probdd", "cdd"}) {
    INFO(name.str());
    CHECK(reduceText(name, fuzzed, mystery).failing == "()");
  }
}

TEST_CASE("isolate finds the book's difference", "[reduction][book][isolate]") {
  BookResult result = reduceText("isolate", fuzzed, mystery);
  CHECK(result.passing == "z*+s/Q,7)2@0_");
  CHECK(result.failing == "(z*+s/Q,7)2@0_");
  CHECK(result.difference == "(");
  // The book needs 9 tests, since Python's sets have another order.
  CHECK(result.tests == 10);
}

TEST_CASE("ddmax finds the book's largest passing input",
          "[reduction][book][ddmax]") {
  // The book needs 8 tests.
  BookResult result = reduceText("ddmax", fuzzed, mystery);
  CHECK(result.passing == "V\"/+!aF-V4EOz*+s/Q,7)2@0_");
  CHECK(result.tests == 9);
}

TEST_CASE("the mystery takes the expected numbers of tests",
          "[reduction][book]") {
  // The book's ddmin tests only complements and takes 24 tests.
  CHECK(reduceText("ddmin", fuzzed, mystery).tests == 31);
  CHECK(reduceText("halving", fuzzed, mystery).tests == 18);
  CHECK(reduceText("dd", fuzzed, mystery).tests == 19);
  CHECK(reduceText("dd+", fuzzed, mystery).tests == 19);
  CHECK(reduceText("probdd", fuzzed, mystery).tests == 20);
  CHECK(reduceText("cdd", fuzzed, mystery).tests == 22);
}

TEST_CASE("a quoted bracket gets through the book's remove_html_markup",
          "[reduction][book]") {
  for (llvm::StringRef name :
       {"halving", "ddmin", "dd", "dd+", "probdd", "cdd"}) {
    INFO(name.str());
    CHECK(reduceText(name, "\"x > y\"", removeHTMLMarkup).failing == "\">");
  }
}
