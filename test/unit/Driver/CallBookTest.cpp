// Searches the arguments of the Debugging Book's examples.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeller, "The Debugging Book". The functions are those of the chapters
// "Introduction to Debugging", "Reducing Failure-Inducing Inputs" and
// "Statistical Debugging", translated to C++. The book's `min_args` is
// --algorithm ddmin, `max_args` is --maximise, and `min_arg_diff` is --isolate.
// The book's numbers of tests are those of its class DeltaDebugger, which
// counts the recorded call, too.

#include "CallBuilders.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

/// Returns FAIL if the book's assertion fails: an angle bracket is in the
/// output.
static Outcome removeHTMLMarkup(const CallValues &values) {
  bool isTag = false, isQuoted = false;
  std::string output;
  for (char character : values[0]) {
    if (character == '<' && !isQuoted)
      isTag = true;
    else if (character == '>' && !isQuoted)
      isTag = false;
    else if (character == '"' || (character == '\'' && isTag)) // the bug
      isQuoted = !isQuoted;
    else if (!isTag)
      output += character;
  }
  return output.find_first_of("<>") == std::string::npos ? Outcome::Pass
                                                         : Outcome::Fail;
}

/// The book's function for the middle of three numbers, with its bug.
static int middle(int x, int y, int z) {
  if (y < z) {
    if (x < y)
      return y;
    if (x < z)
      return y; // the bug
  } else {
    if (x > y)
      return y;
    if (x > z)
      return x;
  }
  return z;
}

static Outcome middleIsWrong(const CallValues &values) {
  int x = intIn(values[0]), y = intIn(values[1]), z = intIn(values[2]);
  int right = std::max(std::min(x, y), std::min(std::max(x, y), z));
  return middle(x, y, z) == right ? Outcome::Pass : Outcome::Fail;
}

/// Checks the book's assertion that one text is not a part of another one.
static Outcome stringError(const CallValues &values) {
  return llvm::StringRef(values[1]).contains(values[0]) ? Outcome::Fail
                                                        : Outcome::Pass;
}

/// Checks the book's assertion that a list is shorter than a second one, and
/// the second one is shorter than a number.
static Outcome listError(const CallValues &values) {
  size_t first = values[0].size() / 4, second = values[1].size() / 4;
  bool holds = first < second && second < size_t(intIn(values[2]));
  return holds ? Outcome::Pass : Outcome::Fail;
}

/// Returns the number of tests that a search by ddmin needs.
static size_t testsByDDMin(FakeCallSearch &search) {
  search.memory = {};
  search.request.algorithm = llvm::cantFail(findAlgorithm("ddmin"));
  return search.run().tests();
}

static FakeCallSearch markup(SearchForm form) {
  return {callOf("remove_html_markup", {text("s", "\"x > y\"")}), form,
          removeHTMLMarkup};
}

static FakeCallSearch middleOf(int x, int y, int z, SearchForm form) {
  return {callOf("middle", {number("x", x), number("y", y), number("z", z)}),
          form, middleIsWrong};
}

TEST_CASE("min_args: a quote and a bracket are the smallest failing markup",
          "[call][book]") {
  FakeCallSearch search = markup(SearchForm::Minimise);
  search.run();
  CHECK(search.failing() == "remove_html_markup(\"\\\">\")");
  CHECK(search.found.minimality == Minimality::OneMinimal);
  CHECK(search.tests() == 8);
}

TEST_CASE("min_args: ddmin needs more tests than the default", "[call][book]") {
  FakeCallSearch search = markup(SearchForm::Minimise);
  search.request.algorithm = llvm::cantFail(findAlgorithm("ddmin"));
  search.run();
  CHECK(search.failing() == "remove_html_markup(\"\\\">\")");
  // The book needs 10 tests. From three subsets on, it tests only complements.
  CHECK(search.tests() == 16);
}

TEST_CASE("max_args: the largest passing markup lacks one character",
          "[call][book]") {
  FakeCallSearch search = markup(SearchForm::Maximise);
  search.run();
  CHECK(search.largest(0) == "\"x > y\\\"\"");
  CHECK(search.found.minimality == Minimality::OneMaximal);
  // The book needs 5 tests, too.
  CHECK(search.tests() == 5);
}

TEST_CASE("min_arg_diff: an isolated difference of markup is one character",
          "[call][book]") {
  FakeCallSearch search = markup(SearchForm::Isolate);
  search.run();
  CHECK(search.failing() == "remove_html_markup(\"\\\" >\")");
  CHECK(search.passing() == "remove_html_markup(\" >\")");
  CHECK(search.found.minimality == Minimality::OneMinimalDifference);
  // The book finds the same two texts, with 6 tests, too.
  CHECK(search.tests() == 6);
}

TEST_CASE("min_args: two empty texts are the smallest substring error",
          "[call][book]") {
  FakeCallSearch search(
      callOf("string_error", {text("s1", "foo"), text("s2", "foobar")}),
      SearchForm::Minimise, stringError);
  search.run();
  CHECK(search.failing() == "string_error(\"\", \"\")");
  // The book needs 3 tests, too.
  CHECK(search.tests() == 3);
  CHECK(testsByDDMin(search) == 3);
}

TEST_CASE("min_args: lists are emptied in turn", "[call][book]") {
  FakeCallSearch search(
      callOf("list_error", {array("l1", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
                            array("l2", {1, 2, 3}), number("maxlen", 5)}),
      SearchForm::Minimise, listError);
  // The book's search does not change numbers.
  search.request.only = {0, 1};
  search.run();
  CHECK(search.failing() == "list_error({}, {}, 5)");
  // The book needs 10 tests.
  CHECK(search.tests() == 11);
  CHECK(testsByDDMin(search) == 13);
}

TEST_CASE("the numbers of a wrong middle come near to 0", "[call][book]") {
  // The book's DeltaDebugger does not change numbers.
  FakeCallSearch search = middleOf(200, 100, 305, SearchForm::Minimise);
  search.run();
  CHECK(search.failing() == "middle(1, 0, 2)");
  CHECK(search.found.minimality == Minimality::OneMinimal);
  CHECK(search.tests() == 37);
}

TEST_CASE("the book's wrong middle is almost as small as it can be",
          "[call][book]") {
  FakeCallSearch search = middleOf(2, 1, 3, SearchForm::Minimise);
  search.run();
  CHECK(search.failing() == "middle(1, 0, 2)");
  CHECK(search.tests() == 13);
}

TEST_CASE("each number of a wrong middle has a largest one that passes",
          "[call][book]") {
  FakeCallSearch search = middleOf(200, 100, 305, SearchForm::Maximise);
  search.run();
  CHECK(search.largest(0) == "100");
  CHECK(search.largest(1) == "none");
  CHECK(search.largest(2) == "200");
  CHECK(search.tests() == 19);
}

TEST_CASE("a number is isolated from the nearest one that passes",
          "[call][book]") {
  FakeCallSearch search = middleOf(200, 100, 305, SearchForm::Isolate);
  search.request.passing = {bytesOfNumber(50, 4), bytesOfNumber(100, 4),
                            bytesOfNumber(305, 4)};
  search.run();
  CHECK(search.failing() == "middle(101, 100, 305)");
  CHECK(search.passing() == "middle(100, 100, 305)");
  CHECK(search.tests() == 10);
}
