//===- RunLimitsTest.cpp - How long partial executions may go on ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunLimits.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

/// The limits for a recorded run of no events.
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

TEST_CASE("without its own time that on the wall counts", "[limits]") {
  CHECK(limitsOf(10, std::nullopt).processorLimitSeconds == 200);
}
