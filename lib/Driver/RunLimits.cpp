//===- RunLimits.cpp - How long partial executions may go on --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunLimits.h"
#include "pinstripe/Driver/RecordedCase.h"
#include <algorithm>

using namespace pinstripe;

/// One hanging test costs as much as a thousand others, so the limit follows
/// the recorded run. Where the engine knows what of the time was the program's
/// own, a busy machine neither makes a test hang nor gives it more room.
static constexpr double hangFactor = 20;
static constexpr double shortestLimitSeconds = 1;
static constexpr double shortestProcessorSeconds = 0.05;
/// The recorded run was asleep for no longer than it took.
static constexpr double idleFactor = 2;
static constexpr double shortestIdleSeconds = 0.1;
/// Trace flow executes no more events than were recorded; calls that run as
/// they are (--unrecorded run) may.
static constexpr uint64_t eventFactor = 10;

void pinstripe::limitRuns(LaunchSpec &launch, const Trace &trace,
                          const RunResult &recorded,
                          const StatedLimits &stated) {
  launch.eventLimit = stated.events.value_or(eventFactor * trace.size() + 1000);
  launch.wallLimitSeconds = stated.seconds.value_or(
      std::max(shortestLimitSeconds, hangFactor * recorded.seconds));
  launch.processorLimitSeconds = stated.processorSeconds.value_or(std::max(
      shortestProcessorSeconds,
      hangFactor * recorded.processorSeconds.value_or(recorded.seconds)));
  launch.idleLimitSeconds =
      std::max(shortestIdleSeconds, idleFactor * recorded.seconds);
}

void pinstripe::limitRuns(LaunchSpec &launch, const RecordedCase &recorded) {
  limitRuns(launch, recorded.trace, recorded.observation, recorded.limits);
}
