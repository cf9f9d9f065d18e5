//===- RunWatch.cpp - What a run may use up -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/RunWatch.h"
#include "HangWatch.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/Memory.h"
#include <algorithm>
#include <climits>
#include <csignal>
#include <sys/resource.h>

using namespace pinstripe;
using Kind = LimitReached::Kind;

RunWatch::RunWatch(const LaunchSpec &spec)
    : spec(spec), hangs(std::make_unique<HangWatch>(spec)) {}

RunWatch::~RunWatch() = default;

/// What no process has, such as what waits in sockets, is seen by what is left
/// to all. Others on the machine hardly take so much during one run.
bool RunWatch::takesAllMemory() {
  uint64_t available = availableMemory();
  if (memoryAtFirst == 0)
    memoryAtFirst = available;
  constexpr uint64_t leastPart = 4;
  return available < memoryAtFirst / leastPart;
}

std::optional<Kind> RunWatch::exceededLimit(unsigned ownProcesses) {
  if (!spec.sandbox)
    return std::nullopt;
  unsigned mostProcesses =
      spec.processLimit == 0 ? UINT_MAX : spec.processLimit + ownProcesses;
  SandboxUse use = spec.sandbox->use(mostProcesses);
  if (use.processes > mostProcesses)
    return Kind::Processes;
  if (spec.memoryLimitBytes != 0 &&
      (use.memoryBytes > spec.memoryLimitBytes || takesAllMemory()))
    return Kind::UsedMemory;
  if (use.lacksDescriptors)
    return Kind::OpenFiles;
  return exceededFileLimit(spec);
}

std::optional<Ending> RunWatch::excess(pid_t process, pid_t tracer,
                                       unsigned ownProcesses) {
  if (tracer != 0 && hangs->isStopped(process, tracer))
    return Crashed{SIGSTOP};
  if (std::optional<TimedOut> hang = hangs->hang(process))
    return *hang;
  if (std::optional<Kind> limit = exceededLimit(ownProcesses))
    return LimitReached{*limit};
  return std::nullopt;
}

std::optional<Kind> pinstripe::exceededFileLimit(const LaunchSpec &spec) {
  if (spec.sandbox && spec.sandbox->isFull())
    return Kind::WrittenBytes;
  return std::nullopt;
}

uint64_t pinstripe::largestFile(const LaunchSpec &spec) {
  return std::max(spec.outputLimitBytes, spec.fileLimitBytes);
}

void pinstripe::limitFiles(pid_t process, const LaunchSpec &spec) {
  rlimit noCore{0, 0};
  prlimit(process, RLIMIT_CORE, &noCore, nullptr);
  rlimit size{};
  if (prlimit(process, RLIMIT_FSIZE, nullptr, &size) != 0)
    return;
  size.rlim_cur = std::min<rlim_t>(largestFile(spec), size.rlim_max);
  prlimit(process, RLIMIT_FSIZE, &size, nullptr);
}
