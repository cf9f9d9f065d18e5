// Decides whether a run has ended by itself or something else has ended it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RepeatedRun.h"
#include "pinstripe/Case/CaseRunner.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>

using namespace pinstripe;

static constexpr unsigned maxFailures = 5;
/// After attempts have failed for this many seconds, no further attempt is
/// made. But there is always a second attempt, since the first one alone may
/// take a minute until it fails.
static constexpr double maxFailureSeconds = 60;

/// If this many runs in succession end by the same signal, after equally many
/// events, the program counts as the cause. After fewer runs, another process
/// could have sent the signal.
static constexpr unsigned convincingRuns = 3;
/// A run is made at most this many times. However the last of these runs ends,
/// the program counts as the cause of this ending.
static constexpr unsigned maxRuns = 5;

bool pinstripe::mayBeFromOutside(const Ending &ending) {
  const auto *crashed = std::get_if<Crashed>(&ending);
  return crashed && llvm::is_contained({SIGKILL, SIGTERM, SIGINT, SIGHUP,
                                        SIGQUIT, SIGSTOP, SIGTSTP},
                                       crashed->signal);
}

std::string pinstripe::describeOutsideEnding(const Ending &ending) {
  return "each recorded run ended by " + describeEnding(ending) +
         ", which may have come from outside; is there enough memory?";
}

bool FailureCount::addAndMayRetry() {
  ++count;
  return count < 2 ||
         (count < maxFailures && since.seconds() < maxFailureSeconds);
}

bool RepeatedRun::addAndIsConvincing(const RunResult &latest) {
  const auto *timedOut = std::get_if<TimedOut>(&latest.ending);
  bool isMachineBusy = timedOut && !timedOut->isCertain;
  if (!isMachineBusy && !mayBeFromOutside(latest.ending))
    return true;
  bool isAlike = former && isSameEnding(former->first, latest.ending);
  bool isSame = isAlike && former->second == latest.eventsExecuted;
  former = {latest.ending, latest.eventsExecuted};
  alike = isSame ? alike + 1 : 1;
  ++runs;
  return (isMachineBusy && isAlike) || alike == convincingRuns ||
         runs == maxRuns;
}
