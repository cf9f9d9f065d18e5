//===- HangWatch.cpp - Runs that will not end -----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HangWatch.h"
#include "pinstripe/Execution/ProcessFiles.h"

using namespace pinstripe;

static std::optional<double> processorSeconds(pid_t process) {
  clockid_t clock{};
  timespec spent{};
  if (::clock_getcpuclockid(process, &clock) != 0 ||
      ::clock_gettime(clock, &spent) != 0)
    return std::nullopt;
  return static_cast<double>(spent.tv_sec) + 1e-9 * spent.tv_nsec;
}

/// Waiting for a disk is another state.
static bool isAsleep(pid_t process) {
  std::string text = readProcessFile(process, "stat");
  // After the name, which may hold anything but ends at the last bracket.
  return llvm::StringRef(text).rsplit(')').second.ltrim().starts_with("S");
}

static bool hasChildren(pid_t process) {
  std::string children = "task/" + std::to_string(process) + "/children";
  return !readProcessFile(process, children).empty();
}

bool HangWatch::isHanging(pid_t process) {
  std::optional<double> spent;
  if (process > 1)
    spent = processorSeconds(process);
  if (!spent)
    return false;
  if (spec.processorLimitSeconds != 0 && *spent >= spec.processorLimitSeconds)
    return true;
  bool isIdle = spec.idleLimitSeconds != 0 && *spent == spentBefore &&
                isAsleep(process) && !hasChildren(process);
  spentBefore = *spent;
  if (!isIdle) {
    asleepSince.reset();
    return false;
  }
  Clock::time_point now = Clock::now();
  if (!asleepSince)
    asleepSince = now;
  return now - *asleepSince >=
         std::chrono::duration<double>(spec.idleLimitSeconds);
}
