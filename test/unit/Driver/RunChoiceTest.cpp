// Tests which of the runs made from an input are used.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/RunChoice.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

using Order = std::vector<size_t>;

/// Returns a run with an input of `inputBytes` bytes and an output of
/// `outputBytes` bytes. Outputs of the same length are equal.
static RunFeatures runOf(uint64_t inputBytes, uint64_t outputBytes,
                         double sharedStatements = 0) {
  return {inputBytes, outputBytes, outputBytes, sharedStatements};
}

TEST_CASE("passing runs that execute most of the recorded statements are used",
          "[driver][choice]") {
  CHECK(choosePassing({runOf(1, 50, 0.2), runOf(9, 10, 0.9), runOf(5, 20, 0.6)},
                      2) == Order{1, 2});
}

TEST_CASE("of runs that execute about equally much, small ones are used",
          "[driver][choice]") {
  CHECK(
      choosePassing({runOf(9, 1, 0.901), runOf(2, 2, 0.9), runOf(5, 3, 0.915)},
                    5) == Order{1, 2, 0});
}

TEST_CASE("passing runs that print much come first if nothing else is known",
          "[driver][choice]") {
  CHECK(choosePassing({runOf(1, 10), runOf(1, 30), runOf(1, 20)}, 5) ==
        Order{1, 2, 0});
}

TEST_CASE("runs with another output come before runs with the same one",
          "[driver][choice]") {
  CHECK(choosePassing({runOf(1, 7, 0.9), runOf(2, 7, 0.9), runOf(3, 8, 0.5)},
                      5) == Order{0, 2, 1});
  CHECK(chooseFailing({runOf(1, 7), runOf(2, 7), runOf(3, 8)}, 2) ==
        Order{0, 2});
}

TEST_CASE("failing runs with small inputs are used", "[driver][choice]") {
  CHECK(chooseFailing({runOf(3, 1), runOf(1, 2), runOf(2, 3)}, 2) ==
        Order{1, 2});
  CHECK(chooseFailing({}, 5).empty());
  std::vector<RunFeatures> runs = {runOf(3, 1), runOf(9, 2), runOf(1, 3)};
  runs[1].isStated = true;
  CHECK(chooseFailing(runs, 2) == std::vector<size_t>{1, 2});
}
