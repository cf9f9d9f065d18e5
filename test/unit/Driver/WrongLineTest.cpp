// Tests of the search for the first wrong line of an output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Slice/WrongLine.h"

#include <catch2/catch.hpp>

using namespace pinstripe;

/// Returns "2 text" or "2 text, missing before"; empty if there is no wrong
/// line.
static std::string wrongLineOf(llvm::StringRef printed,
                               llvm::StringRef expected) {
  std::optional<WrongLine> line = findWrongLine(printed, expected);
  if (!line)
    return "";
  return std::to_string(line->number) + " " + line->text.str() +
         (line->isUnexpected ? "" : ", missing before");
}

TEST_CASE("a line that was not expected is wrong", "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nX\nc\n", "a\nb\nc\n") == "1 X");
  CHECK(wrongLineOf("X", "a") == "0 X");
  CHECK(wrongLineOf("a\nb\nmore\n", "a\nb\n") == "2 more");
}

TEST_CASE("a line that was printed too early is not unexpected",
          "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nc\nX\n", "a\nb\nc\n") == "2 X");
}

TEST_CASE("a missing line shows in the line after it", "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nc\n", "a\nb\nc\n") == "1 c, missing before");
  CHECK(wrongLineOf("a\n\nc\n", "a\nb\n\nc\n") == "2 c, missing before");
  CHECK(wrongLineOf("a\n", "a\nb\n").empty());
  CHECK(wrongLineOf("", "b\n").empty());
}

TEST_CASE("an output that is as expected has no wrong line",
          "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nb\n", "a\nb\n").empty());
  CHECK(wrongLineOf("", "").empty());
}

TEST_CASE("a blank line is reported only if no other line is wrong",
          "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\n\nX\n", "a\nb\n") == "2 X");
  CHECK(wrongLineOf("a\n  \n", "a\nb\n") == "1   ");
}

TEST_CASE("the expression for a line matches it alone",
          "[driver][wrong-line]") {
  CHECK(expressionFor("sum = 15") == "^sum = 15$");
  CHECK(expressionFor("f(x)[1] = a*b+c? {2|3}^ $1.5 \\") ==
        R"(^f\(x\)\[1\] = a\*b\+c\? \{2\|3\}\^ \$1\.5 \\$)");
}

TEST_CASE("lines before and after all that differs are right",
          "[driver][wrong-line]") {
  CHECK(rightLines("a\nX\n\nc\n", "a\nb\n\nc\n") == std::vector<size_t>{0, 3});
  CHECK(rightLines("X\n", "a\n").empty());
  CHECK(rightLines("a\nb\n", "a\nb\n") == std::vector<size_t>{0, 1});
  CHECK(rightLines("", "a\n").empty());
}

TEST_CASE("the wrong part of a line is what differs from the expected line",
          "[driver][wrong-line]") {
  auto part = [](llvm::StringRef printed, std::optional<std::string> expected) {
    OutputRange range = wrongPart(printed, expected);
    return printed.slice(range.begin, range.end).str();
  };
  CHECK(part("c: 40 EUR", "c: 36 EUR") == "40");
  CHECK(part("c: 40", std::nullopt) == "c: 40");
  CHECK(part("nails: 3", "clips: 7") == "nails: 3");
  // If something is missing, no byte of the line is wrong by itself.
  CHECK(part("c: 4", "c: 40") == "c: 4");
  CHECK(part("aa", "aaa") == "aa");
  CHECK(part("aaa", "aa") == "a");
  CHECK(part("", "a") == "");
}
