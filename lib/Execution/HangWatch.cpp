//===- HangWatch.cpp - Runs that will not end -----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HangWatch.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Support/ProcessState.h"
#include <algorithm>

using namespace pinstripe;

/// Of processor time between two looks. Where a virtual machine is stopped for
/// a while, the kernel takes that for time spent by whoever was running.
static constexpr double mostAtOnce = 0.03;
/// That may happen more than once in a run, but makes up no more than this.
static constexpr double mostForNothing = 0.5;

static std::optional<double> processorSeconds(pid_t process) {
  clockid_t clock{};
  timespec spent{};
  if (::clock_getcpuclockid(process, &clock) != 0 ||
      ::clock_gettime(clock, &spent) != 0)
    return std::nullopt;
  return static_cast<double>(spent.tv_sec) + 1e-9 * spent.tv_nsec;
}

/// Waiting for a disk is another state.
static bool isAsleep(pid_t process) { return processState(process) == 'S'; }

static bool hasChildren(pid_t process) {
  std::string children = "task/" + std::to_string(process) + "/children";
  return !readProcessFile(process, children).empty();
}

/// A traced process that is stopped looks as if its tracer were about to see
/// to it.
bool HangWatch::isStopped(pid_t process, pid_t tracer) {
  constexpr std::chrono::milliseconds longEnough(100);
  char state = process > 1 ? processState(process) : '\0';
  if ((state != 'T' && state != 't') || !isAsleep(tracer) ||
      hasChildren(process)) {
    stoppedSince.reset();
    return false;
  }
  Clock::time_point now = Clock::now();
  std::optional<double> spent = processorSeconds(process);
  if (!stoppedSince || spent != spentAtStop) {
    stoppedSince = now;
    spentAtStop = spent;
  }
  return now - *stoppedSince >= longEnough;
}

std::optional<TimedOut> HangWatch::hang(pid_t process) {
  std::optional<double> spent;
  if (process > 1)
    spent = processorSeconds(process);
  if (!spent)
    return std::nullopt;
  counted += std::min(*spent - spentBefore, mostAtOnce);
  if (spec.processorLimitSeconds != 0 && counted >= spec.processorLimitSeconds)
    return TimedOut{/*isCertain=*/counted > mostForNothing};
  bool isIdle = spec.idleLimitSeconds != 0 && *spent == spentBefore &&
                isAsleep(process) && !hasChildren(process);
  spentBefore = *spent;
  if (!isIdle) {
    asleepSince.reset();
    return std::nullopt;
  }
  Clock::time_point now = Clock::now();
  if (!asleepSince)
    asleepSince = now;
  if (now - *asleepSince < std::chrono::duration<double>(spec.idleLimitSeconds))
    return std::nullopt;
  return TimedOut{/*isCertain=*/true};
}
