// Tests what a test program would have printed if its test case had passed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RealOutputs.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Suite/FailureReport.h"

using namespace pinstripe;

static std::optional<std::string> passing(llvm::StringRef output) {
  std::optional<FailureReport> report = parseFailures(output);
  REQUIRE(report);
  return passingOutput(output, *report);
}

/// Returns `text` with another name of the test case.
static std::string renamed(llvm::StringRef text, llvm::StringRef from,
                           llvm::StringRef to) {
  std::string result;
  while (true) {
    auto [before, after] = text.split(from);
    result += before.str();
    if (before.size() == text.size())
      return result;
    result += to.str();
    text = after;
  }
}

TEST_CASE("a failing run of GoogleTest becomes a passing one",
          "[suite][gtest]") {
  CHECK(passing(googleFailure) == renamed(googleSuccess, "Cart.CountsEachItem",
                                          "Cart.CountsAnItemAgain"));
}

TEST_CASE("what a test case of GoogleTest prints before it fails is kept",
          "[suite][gtest]") {
  std::string output = passing(googleException).value();
  CHECK(output.find("[ RUN      ] Flag.Set\nhello\n[       OK ] Flag.Set (0 "
                    "ms)\n") != std::string::npos);
  CHECK(output.find("exception") == std::string::npos);
}

TEST_CASE(
    "the parameter of a test case of GoogleTest is not shown if it passes",
    "[suite][gtest]") {
  CHECK(passing(googleParameter)->find("[       OK ] All/P.Holds/0 (0 ms)\n") !=
        std::string::npos);
}

TEST_CASE("a failing run of Catch2 becomes a passing one", "[suite][catch2]") {
  CHECK(passing(catchFailure) ==
        renamed(renamed(catchSuccess, "each item counts",
                        "an item that is added again counts again"),
                "1 assertion", "2 assertions"));
}

TEST_CASE("a failing run of version 3 of Catch2 becomes a passing one",
          "[suite][catch2]") {
  CHECK(passing(catch3Failure) ==
        renamed(renamed(catch3Success, "one is one", "sums*"), "1 assertion",
                "2 assertions"));
}

TEST_CASE("several test cases, or a run that ended early, can't be turned",
          "[suite]") {
  CHECK_FALSE(passing(googleKinds));
  CHECK_FALSE(passing(googleCrash));
  CHECK_FALSE(passing(catchCrash));
}
