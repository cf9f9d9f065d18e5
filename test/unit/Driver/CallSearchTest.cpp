// Tests the search of arguments with examples of the Debugging Book.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions are those of the chapters "Introduction to Debugging" and
// "Statistical Debugging", translated to C++.

#include "Call/CallSearch.h"
#include "TestSupport/Catch.h"
#include <cstring>

using namespace pinstripe;

namespace {

std::shared_ptr<const ValueType> numberType(ValueType::Kind kind,
                                            uint32_t size) {
  auto type = std::make_shared<ValueType>();
  type->kind = kind;
  type->size = size;
  return type;
}

CallPart number(const std::string &name, int64_t value) {
  CallPart part;
  part.name = name;
  part.type = numberType(ValueType::Kind::Signed, 4);
  part.bytes = bytesOfNumber(value, 4);
  return part;
}

CallPart text(const std::string &name, const std::string &value) {
  CallPart part;
  part.kind = CallPart::Kind::Text;
  part.name = name;
  part.bytes = value;
  part.end = CallPart::End::Terminator;
  part.place = 0x1000;
  return part;
}

CallPart array(const std::string &name, const std::vector<int> &values) {
  CallPart part;
  part.kind = CallPart::Kind::Array;
  part.name = name;
  part.type = numberType(ValueType::Kind::Signed, 4);
  part.elementSize = 4;
  part.place = 0x2000;
  for (int value : values)
    part.bytes += bytesOfNumber(value, 4);
  return part;
}

CallArguments callOf(const std::string &function,
                     const std::vector<CallPart> &parts) {
  CallArguments arguments;
  arguments.function = function;
  arguments.parts = parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    arguments.arguments.push_back({parts[i].name});
    arguments.arguments.back().part = i;
  }
  return arguments;
}

int intIn(const std::string &bytes) {
  int value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// FAILs as the book's assertion does: an angle bracket got into the output.
Outcome removeHTMLMarkup(const std::string &input) {
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
  return output.find_first_of("<>") == std::string::npos ? Outcome::Pass
                                                         : Outcome::Fail;
}

/// The book's function for the middle of three numbers, with its bug.
int middle(int x, int y, int z) {
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

Outcome middleIsWrong(const CallValues &values) {
  int x = intIn(values[0]), y = intIn(values[1]), z = intIn(values[2]);
  int right = std::max(std::min(x, y), std::min(std::max(x, y), z));
  return middle(x, y, z) == right ? Outcome::Pass : Outcome::Fail;
}

struct Searched {
  CallFinding found;
  std::string failing, passing;
};

Searched search(const CallArguments &arguments, SearchForm form,
                const std::function<Outcome(const CallValues &)> &test,
                CallValues passing = {}) {
  CallRequest request;
  request.form = form;
  request.passing = std::move(passing);
  request.algorithm =
      llvm::cantFail(findAlgorithm(form == SearchForm::Minimise   ? "halving"
                                   : form == SearchForm::Maximise ? "ddmax"
                                                                  : "isolate"));
  std::atomic<bool> stop = false;
  CallSearch theSearch(arguments, request, test, stop);
  Searched result{llvm::cantFail(theSearch.run()), "", ""};
  result.failing = arguments.write(result.found.failing, 60);
  if (!result.found.passing.empty())
    result.passing = arguments.write(result.found.passing, 60);
  return result;
}

Outcome markup(const CallValues &values) { return removeHTMLMarkup(values[0]); }

} // namespace

TEST_CASE("a quote and a bracket are the smallest failing markup",
          "[call][book]") {
  CallArguments call = callOf("remove_html_markup", {text("s", "\"x > y\"")});
  Searched result = search(call, SearchForm::Minimise, markup);
  CHECK(result.failing == "remove_html_markup(\"\\\">\")");
  CHECK(result.found.minimality == Minimality::OneMinimal);
  CHECK(result.found.counts.distinct() == 8);
}

TEST_CASE("the largest passing markup lacks one character", "[call][book]") {
  CallArguments call = callOf("remove_html_markup", {text("s", "\"x > y\"")});
  Searched result = search(call, SearchForm::Maximise, markup);
  REQUIRE(result.found.largest[0]);
  CHECK(result.found.largest[0]->size() == 6);
  CHECK(removeHTMLMarkup(*result.found.largest[0]) == Outcome::Pass);
  CHECK(result.found.minimality == Minimality::OneMaximal);
  CHECK(result.found.counts.distinct() == 5);
}

TEST_CASE("an isolated difference of markup is one character", "[call][book]") {
  CallArguments call = callOf("remove_html_markup", {text("s", "\"x > y\"")});
  Searched result = search(call, SearchForm::Isolate, markup);
  CHECK(result.found.failing[0].size() == result.found.passing[0].size() + 1);
  CHECK(result.found.minimality == Minimality::OneMinimalDifference);
  CHECK(result.found.counts.distinct() == 6);
}

TEST_CASE("the numbers of a wrong middle come near to 0", "[call][book]") {
  CallArguments call =
      callOf("middle", {number("x", 200), number("y", 100), number("z", 305)});
  Searched result = search(call, SearchForm::Minimise, middleIsWrong);
  CHECK(result.failing == "middle(1, 0, 2)");
  CHECK(result.found.minimality == Minimality::OneMinimal);
  CHECK(result.found.counts.distinct() == 37);
}

TEST_CASE("a number is isolated from the nearest one that passes",
          "[call][book]") {
  CallArguments call =
      callOf("middle", {number("x", 200), number("y", 100), number("z", 305)});
  CallValues passing = {bytesOfNumber(50, 4), bytesOfNumber(100, 4),
                        bytesOfNumber(305, 4)};
  Searched result = search(call, SearchForm::Isolate, middleIsWrong, passing);
  CHECK(result.failing == "middle(101, 100, 305)");
  CHECK(result.passing == "middle(100, 100, 305)");
}

TEST_CASE("the length of an array becomes smaller with the array", "[call]") {
  CallArguments call =
      callOf("sum", {array("items", {5, 0, -3, 8}), number("n", 4)});
  call.parts[0].length = 1;
  call.parts[1].isLength = true;
  auto hasNegative = [](const CallValues &values) {
    CHECK(values[0].size() == 4 * size_t(intIn(values[1])));
    for (size_t i = 0; i < values[0].size(); i += 4)
      if (intIn(values[0].substr(i)) < 0)
        return Outcome::Fail;
    return Outcome::Pass;
  };
  Searched result = search(call, SearchForm::Minimise, hasNegative);
  CHECK(result.failing == "sum({-3}, 1)");
  std::vector<OverwrittenRange> ranges = call.overwritten(result.found.failing);
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0].place == 0x2000);
  CHECK(ranges[0].bytes == bytesOfNumber(-3, 4));
  CHECK(ranges[1].bytes == bytesOfNumber(1, 4));
}

TEST_CASE("texts end with a zero byte, and library objects know their end",
          "[call]") {
  CallArguments call =
      callOf("f", {text("s", "abc"), text("t", "abc"), array("v", {1, 2})});
  call.parts[1].end = CallPart::End::Count;
  call.parts[1].endPlace = 0x3008;
  call.parts[2].end = CallPart::End::Pointer;
  call.parts[2].endPlace = 0x4008;
  std::vector<OverwrittenRange> ranges =
      call.overwritten({"b", "", bytesOfNumber(2, 4)});
  REQUIRE(ranges.size() == 5);
  CHECK(ranges[0].bytes == std::string("b\0", 2));
  CHECK(ranges[2].place == 0x3008);
  CHECK(ranges[2].bytes == bytesOfNumber(0, 8));
  CHECK(ranges[4].bytes == bytesOfNumber(0x2004, 8));
}

TEST_CASE("a call that does not fail again is refused", "[call]") {
  CallArguments call = callOf("f", {number("x", 3)});
  CallRequest request;
  request.algorithm = allAlgorithms().front();
  std::atomic<bool> stop = false;
  auto passes = [](const CallValues &) { return Outcome::Pass; };
  auto result = CallSearch(call, request, passes, stop).run();
  REQUIRE_FALSE(static_cast<bool>(result));
  CHECK(llvm::StringRef(llvm::toString(result.takeError()))
            .contains("does not fail when it is replayed (PASS)"));
}
