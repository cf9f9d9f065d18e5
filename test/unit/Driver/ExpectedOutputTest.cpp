// Tests of how expected outputs are fitted to printed ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Change/ExpectedOutput.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static bool notes(const FittedExpectation &fitted, llvm::StringRef part) {
  return fitted.notes.size() == 1 &&
         llvm::StringRef(fitted.notes[0]).contains(part);
}

TEST_CASE("an expected output that is as printed stays as it is",
          "[driver][expected]") {
  auto fitted = fitExpectation("a\r\n b \n", "a\r\nX\n", "right.txt");
  CHECK(fitted.text == "a\r\n b \n");
  CHECK(fitted.notes.empty());
  CHECK(fitExpectation("a", "X", "right.txt").text == "a");
}

TEST_CASE("line ends of Windows count as those of the output",
          "[driver][expected]") {
  auto fitted = fitExpectation("a\r\nb\r\n", "a\nX\n", "right.txt");
  CHECK(fitted.text == "a\nb\n");
  CHECK(notes(fitted, "right.txt has the line ends of Windows"));
}

TEST_CASE("a newline that is missing at the end is added",
          "[driver][expected]") {
  auto fitted = fitExpectation("a\nb", "a\nX\n", "right.txt");
  CHECK(fitted.text == "a\nb\n");
  CHECK(notes(fitted, "does not end with a newline"));
}

TEST_CASE("blanks at the ends of lines are ignored if something else is wrong",
          "[driver][expected]") {
  auto fitted = fitExpectation("a\nb  \nc\n", "a  \nb\nX\n", "right.txt");
  CHECK(fitted.text == "a  \nb\nc\n");
  CHECK(notes(fitted, "differs in 2 lines from the output only by blanks"));
  fitted = fitExpectation("a\nb\n", "a \nb\n", "right.txt");
  CHECK(fitted.text == "a\nb\n");
  CHECK(fitted.notes.empty());
}

TEST_CASE("an expected output that is empty is named", "[driver][expected]") {
  auto fitted = fitExpectation("", "a\n", "right.txt");
  CHECK(fitted.text.empty());
  CHECK(notes(fitted, "right.txt is empty"));
}
