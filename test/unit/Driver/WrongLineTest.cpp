//===- WrongLineTest.cpp - What is wrong with an output -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongLine.h"

#include <catch2/catch.hpp>

using namespace pinstripe;

/// "2 text", or "2 text, missing before"; empty: none.
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

TEST_CASE("a line that only came too early is not", "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nc\nX\n", "a\nb\nc\n") == "2 X");
}

TEST_CASE("what is missing shows in what comes behind it",
          "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nc\n", "a\nb\nc\n") == "1 c, missing before");
  CHECK(wrongLineOf("a\n\nc\n", "a\nb\n\nc\n") == "2 c, missing before");
  CHECK(wrongLineOf("a\n", "a\nb\n").empty());
  CHECK(wrongLineOf("", "b\n").empty());
}

TEST_CASE("nothing is wrong with what is as expected", "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\nb\n", "a\nb\n").empty());
  CHECK(wrongLineOf("", "").empty());
}

TEST_CASE("blank lines are wrong only if no other is", "[driver][wrong-line]") {
  CHECK(wrongLineOf("a\n\nX\n", "a\nb\n") == "2 X");
  CHECK(wrongLineOf("a\n  \n", "a\nb\n") == "1   ");
}

TEST_CASE("the expression for a line matches it alone",
          "[driver][wrong-line]") {
  CHECK(expressionFor("sum = 15") == "^sum = 15$");
  CHECK(expressionFor("f(x)[1] = a*b+c? {2|3}^ $1.5 \\") ==
        R"(^f\(x\)\[1\] = a\*b\+c\? \{2\|3\}\^ \$1\.5 \\$)");
}

TEST_CASE("what is before and behind all that differs is right",
          "[driver][wrong-line]") {
  CHECK(rightLines("a\nX\n\nc\n", "a\nb\n\nc\n") == std::vector<size_t>{0, 3});
  CHECK(rightLines("X\n", "a\n").empty());
  CHECK(rightLines("a\nb\n", "a\nb\n") == std::vector<size_t>{0, 1});
  CHECK(rightLines("", "a\n").empty());
}
