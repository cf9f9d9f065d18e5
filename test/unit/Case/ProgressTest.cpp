// Tests how progress is described.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Progress.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("progress is a step, a number of units of work, or both",
          "[case][progress]") {
  CHECK(describeProgress({"slicing"}) == "slicing");
  CHECK(describeProgress({"reducing", 12, 0, "run"}) == "reducing, 12 runs");
  CHECK(describeProgress({"reducing", 1, 0, "run"}) == "reducing, 1 run");
  CHECK(describeProgress({"", 12, 300, "changed run"}) ==
        "12 of 300 changed runs");
  CHECK(describeProgress({"", 0, 1, "run"}) == "0 of 1 run");
}
