// Limits the time and the events of partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include <algorithm>

using namespace pinstripe;

/// The limits on the wall time and the processor time of a test (a partial
/// execution) are this multiple of the times that the recorded run took. The
/// multiple is small, since a test that hangs may cost as much time as a
/// thousand other tests. The limit on processor time is more reliable, since it
/// does not depend on how busy the machine is. But not every engine can measure
/// processor time.
static constexpr double hangFactor = 20;
static constexpr double shortestLimitSeconds = 1;
static constexpr double shortestProcessorSeconds = 0.05;
/// The limit on the time that a test may sleep. It is a multiple of the whole
/// time of the recorded run.
static constexpr double idleFactor = 2;
static constexpr double shortestIdleSeconds = 0.1;
/// The limit on the events of a test, as a multiple of the events of the
/// recorded run. In trace flow, in which the recording decides where control
/// goes, a test normally has no more events than the recorded run. But with the
/// option `--unrecorded run`, the program also makes calls that were not
/// recorded, and these can have any number of events.
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
