// Limits how long partial executions may take.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include <algorithm>

using namespace pinstripe;

/// A hanging test costs as much as a thousand others, so the limit follows the
/// recorded run. If the engine knows how much of the time was the program's
/// own, a busy machine neither makes a test hang nor gives it more time.
static constexpr double hangFactor = 20;
static constexpr double shortestLimitSeconds = 1;
static constexpr double shortestProcessorSeconds = 0.05;
/// The recorded run slept for at most as long as it took.
static constexpr double idleFactor = 2;
static constexpr double shortestIdleSeconds = 0.1;
/// Trace flow executes no more events than were recorded, but calls that run as
/// they are (--unrecorded run) may.
static constexpr uint64_t eventFactor = 10;

void pinstripe::limitRuns(LaunchSpec &launch, const Trace &trace,
                          const RunResult &recorded,
                          const LimitOptions &stated) {
  launch.eventLimit = stated.events.value_or(eventFactor * trace.size() + 1000);
  launch.wallLimitSeconds = stated.seconds.value_or(
      std::max(shortestLimitSeconds, hangFactor * recorded.seconds));
  launch.processorLimitSeconds = stated.processorSeconds.value_or(std::max(
      shortestProcessorSeconds,
      hangFactor * recorded.processorSeconds.value_or(recorded.seconds)));
  launch.idleLimitSeconds =
      std::max(shortestIdleSeconds, idleFactor * recorded.seconds);
}

LaunchSpec pinstripe::partialLaunch(const RecordedCase &recorded,
                                    const CaseRunner &runner) {
  LaunchSpec launch = runner.launchHere(recorded.launch);
  limitRuns(launch, recorded.trace, recorded.observation, recorded.limits);
  return launch;
}
