// Tests of the limits of partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunLimits.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

/// Returns the limits for a recorded run without events.
static LaunchSpec limitsOf(double seconds,
                           std::optional<double> processorSeconds) {
  RunResult recorded;
  recorded.seconds = seconds;
  recorded.processorSeconds = processorSeconds;
  LaunchSpec launch;
  limitRuns(launch, Trace(), recorded);
  return launch;
}

TEST_CASE("a busy machine gives endless loops no more time", "[limits]") {
  CHECK(limitsOf(1, 0.01).processorLimitSeconds ==
        limitsOf(0.01, 0.01).processorLimitSeconds);
}

TEST_CASE("a program may take longer in part than as a whole", "[limits]") {
  CHECK(limitsOf(10, 10).processorLimitSeconds == 200);
  CHECK(limitsOf(10, 10).wallLimitSeconds == 200);
  CHECK(limitsOf(0, 0).processorLimitSeconds == 0.05);
  CHECK(limitsOf(0, 0).wallLimitSeconds == 1);
}

TEST_CASE("without the program's own time, the wall time counts", "[limits]") {
  CHECK(limitsOf(10, std::nullopt).processorLimitSeconds == 200);
}
