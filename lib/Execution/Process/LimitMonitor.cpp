// Checks from outside of the program whether a run exceeds its limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LimitMonitor.h"
#include "Process/HangDetector.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/AvailableMemory.h"
#include <algorithm>
#include <climits>
#include <csignal>
#include <sys/resource.h>

using namespace pinstripe;
using Kind = LimitReached::Kind;

LimitMonitor::LimitMonitor(const LaunchSpec &spec)
    : spec(spec), hangs(std::make_unique<HangDetector>(spec)) {}

LimitMonitor::~LimitMonitor() = default;

/// Returns whether most of the memory that was free at the first check is no
/// longer free. This test also finds memory that belongs to no process, such as
/// data that waits in sockets. Other programs on the machine hardly take that
/// much during one run.
bool LimitMonitor::takesAllMemory() {
  uint64_t available = availableMemory();
  if (memoryAtFirst == 0)
    memoryAtFirst = available;
  constexpr uint64_t leastPart = 4;
  return available < memoryAtFirst / leastPart;
}

std::optional<Kind> LimitMonitor::exceededLimit(unsigned ownProcesses) {
  if (!spec.sandbox)
    return std::nullopt;
  unsigned maxProcesses =
      spec.processLimit == 0 ? UINT_MAX : spec.processLimit + ownProcesses;
  SandboxUse use = spec.sandbox->use(maxProcesses);
  if (use.processes > maxProcesses)
    return Kind::Processes;
  if (spec.memoryLimitBytes != 0 &&
      (use.memoryBytes > spec.memoryLimitBytes || takesAllMemory()))
    return Kind::UsedMemory;
  if (use.lacksDescriptors)
    return Kind::OpenFiles;
  return exceededFileLimit(spec);
}

std::optional<Ending> LimitMonitor::excess(pid_t process, pid_t tracer,
                                           unsigned ownProcesses) {
  if (tracer != 0 && hangs->findStop(process, tracer))
    return Crashed{SIGSTOP};
  std::optional<TimedOut> hang = hangs->findHang(process);
  // If the run hangs and has also exceeded a limit, the limit is returned,
  // because it tells the user more than the hang.
  if (std::optional<Kind> limit = exceededLimit(ownProcesses))
    return LimitReached{*limit};
  if (hang)
    return *hang;
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
