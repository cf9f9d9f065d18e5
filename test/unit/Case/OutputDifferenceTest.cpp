// Tests of the first difference of two observations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/OutputDifference.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static RunResult wrote(const std::string &text) {
  RunResult result;
  result.standardOutput = text;
  return result;
}

static std::string difference(const RunResult &left, const RunResult &right) {
  return firstDifference({left, "left"}, {right, "right"}).value_or("none");
}

TEST_CASE("Equal observations have no difference", "[driver][difference]") {
  CHECK(difference(wrote("a\n"), wrote("a\n")) == "none");
}

TEST_CASE("The first line that differs is shown", "[driver][difference]") {
  CHECK(difference(wrote("a\nb 1\nc\n"), wrote("a\nb 2\nd\n")) ==
        "stdout differs in line 2:\n  left: `b 1`\n  right: `b 2`");
}

TEST_CASE("Long lines are shown around the place where they begin to differ",
          "[driver][difference]") {
  std::string same(300, '=');
  std::string text =
      difference(wrote(same + "left" + same), wrote(same + "right" + same));
  CHECK(llvm::StringRef(text).starts_with(
      "stdout differs in line 1, column 301:\n  left: `…" +
      std::string(40, '=') + "left="));
  CHECK(llvm::StringRef(text).contains("\n  right: `…" + std::string(40, '=') +
                                       "right="));
  CHECK(llvm::StringRef(text).ends_with("=…`"));
  CHECK(difference(wrote(same + "\n"), wrote(same)) ==
        "stdout differs in line 1, column 301:\n  left: `…" +
            std::string(40, '=') + "`\n  right: (end of output)");
}

TEST_CASE("A line that is missing is shown as the end of the output",
          "[driver][difference]") {
  CHECK(difference(wrote("a\nb\n"), wrote("a\n")) ==
        "stdout differs in line 2:\n  left: `b`\n  right: (end of output)");
}

TEST_CASE("Endings differ by status and by kind", "[driver][difference]") {
  RunResult one = wrote(""), two = wrote("");
  one.ending = Exited{1};
  two.ending = Exited{2};
  CHECK(difference(one, two).find("the end differs") == 0);
  two.ending = Crashed{11, 0x1000};
  CHECK(difference(one, two).find("the end differs") == 0);
  one.ending = Crashed{11, 0x2000};
  CHECK(difference(one, two) == "none");
}

TEST_CASE("Observed files differ by content and by being there",
          "[driver][difference]") {
  RunResult one = wrote(""), two = wrote("");
  one.files["out.txt"] = "x\n";
  two.files["out.txt"] = std::nullopt;
  CHECK(difference(one, two) == "out.txt was written by left only");
  CHECK(difference(two, one) == "out.txt was written by right only");
  two.files["out.txt"] = "y\n";
  CHECK(difference(one, two) ==
        "out.txt differs in line 1:\n  left: `x`\n  right: `y`");
}

TEST_CASE("Addresses can be left out of a comparison", "[driver][difference]") {
  RunResult result = wrote("at 0x7fffAB10 and 0x0, 0");
  result.files["out.txt"] = "0x12";
  RunResult masked = withoutAddresses(result);
  CHECK(masked.standardOutput == "at 0x... and 0x..., 0");
  CHECK(*masked.files["out.txt"] == "0x...");
  CHECK(withoutAddresses(wrote("0")).standardOutput == "0");
}
