//===- Disturbances.cpp - What others do to runs --------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disturbances.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>

using namespace pinstripe;

static constexpr unsigned mostFailures = 5;
/// Each may have waited for an answer for a minute.
static constexpr double mostSeconds = 60;

/// Runs that a signal ended, at the same place.
static constexpr unsigned convincingRuns = 3;
/// The same, wherever it ended.
static constexpr unsigned mostRuns = 5;

bool pinstripe::mayBeFromOutside(const Ending &ending) {
  const auto *crashed = std::get_if<Crashed>(&ending);
  return crashed && llvm::is_contained({SIGKILL, SIGTERM, SIGINT, SIGHUP,
                                        SIGQUIT, SIGSTOP, SIGTSTP},
                                       crashed->signal);
}

bool FailureCount::mayRepeat() {
  ++count;
  return count < 2 || (count < mostFailures && since.seconds() < mostSeconds);
}

std::string pinstripe::describeOutsideEnding(const Ending &ending) {
  return "each recorded run ended by " + describeEnding(ending) +
         ", which may have come from outside; is there enough memory?";
}

bool pinstripe::endAlike(const Ending &left, const Ending &right) {
  const auto *a = std::get_if<Crashed>(&left);
  const auto *b = std::get_if<Crashed>(&right);
  return left.index() == right.index() && (!a || a->signal == b->signal);
}

bool RepeatedRun::isConvincing(const RunResult &latest) {
  const auto *timedOut = std::get_if<TimedOut>(&latest.ending);
  bool isBusy = timedOut && !timedOut->isCertain; // the machine, that is
  if (!isBusy && !mayBeFromOutside(latest.ending))
    return true;
  bool isAlike = former && endAlike(former->first, latest.ending);
  bool isSame = isAlike && former->second == latest.eventsExecuted;
  former = {latest.ending, latest.eventsExecuted};
  alike = isSame ? alike + 1 : 1;
  ++runs;
  return (isBusy && isAlike) || alike == convincingRuns || runs == mostRuns;
}
