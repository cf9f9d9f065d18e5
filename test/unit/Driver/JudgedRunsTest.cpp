// Tests whether a changed run is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/JudgedRuns.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static RunResult printing(const std::string &output, Ending ending = Exited{}) {
  RunResult result;
  result.ending = ending;
  result.standardOutput = output;
  return result;
}

/// Returns a run that prints `present`, and should print `expected`.
static JudgedRun failingRun(const std::string &present,
                            const std::string &expected,
                            bool mayBeMendedInPart = false) {
  return {{}, printing(present), expected, mayBeMendedInPart};
}

TEST_CASE("a passing run is right if it does what it did", "[driver][judged]") {
  JudgedRun run{{}, printing("a\n", Exited{1}), std::nullopt};
  CHECK(isRight(printing("a\n", Exited{1}), run));
  CHECK_FALSE(isRight(printing("a\n"), run));
  CHECK_FALSE(isRight(printing("b\n", Exited{1}), run));
}

TEST_CASE("a failing run is right if it prints what is expected",
          "[driver][judged]") {
  JudgedRun run = failingRun("ab\n", "ac\nd\n");
  CHECK(isRight(printing("ac\nd\n", Exited{3}), run));
  CHECK_FALSE(isRight(printing("ac\n"), run));
  CHECK_FALSE(isRight(printing("ac\nd\n", Crashed{11, 0}), run));
}

TEST_CASE("for some failing runs, it is enough if more of the output is right",
          "[driver][judged]") {
  JudgedRun run = failingRun("ab\n", "ac\nd\n", /*mayBeMendedInPart=*/true);
  CHECK(isRight(printing("ac\nd\n"), run));
  CHECK(isRight(printing("ac\ne\n"), run));
  CHECK_FALSE(isRight(printing("ab\n"), run));
  CHECK_FALSE(isRight(printing("ax\n"), run));
  CHECK_FALSE(isRight(printing(""), run));
}
