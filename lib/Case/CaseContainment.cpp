// Limits the runs of a case, and confines them in a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseContainment.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <climits>

using namespace pinstripe;

static llvm::Error limitResources(RecordedCase &recorded) {
  auto limits = parseLimits(recorded.theCase.limits);
  if (!limits)
    return limits.takeError();
  recorded.limits = *limits;
  LaunchSpec &launch = recorded.launch;
  // A run may use a quarter of the free memory. Other programs, and runs that
  // are made at the same time, need memory, too.
  constexpr uint64_t shareOfMemory = 4;
  if (uint64_t available = availableMemory())
    launch.memoryLimitBytes = available / shareOfMemory;
  launch.memoryLimitBytes =
      limits->memoryBytes.value_or(launch.memoryLimitBytes);
  launch.processLimit = static_cast<unsigned>(std::min<uint64_t>(
      limits->processes.value_or(launch.processLimit), INT_MAX));
  // The kernel has a single limit on the size of every file that a process
  // writes, and the program's output goes to such a file. So a limit on the
  // output that is larger than the limit on files would have no effect.
  launch.fileLimitBytes = limits->fileBytes.value_or(launch.fileLimitBytes);
  launch.outputLimitBytes = limits->outputBytes.value_or(
      std::min(launch.outputLimitBytes, launch.fileLimitBytes));
  return llvm::Error::success();
}

llvm::Error pinstripe::containRuns(RecordedCase &recorded,
                                   const ContainmentOptions &containment,
                                   RunPlace &place) {
  if (llvm::Error error = limitResources(recorded))
    return error;
  if (containment.unconfined && recorded.theCase.predicate.sameWrittenFiles)
    return llvm::make_error<UsageError>(
        "--same-files: what a run writes is known of runs in a sandbox only; "
        "name the files with --same-file, or leave out --unconfined");
  std::string needsSandbox = recorded.limits.needsSandbox();
  if (containment.unconfined && !needsSandbox.empty())
    return llvm::make_error<UsageError>(
        "--run-limit " + needsSandbox +
        " is kept by the sandbox of runs; leave it out, or --unconfined");
  if (containment.unconfined && !containment.writablePaths.empty())
    return llvm::make_error<UsageError>(
        "--rw opens a path to runs that are confined; leave out --rw or "
        "--unconfined");
  if (containment.unconfined)
    return llvm::Error::success();
  if (llvm::Error error = sandboxSpecFor(recorded.directory, recorded.launch,
                                         containment, recorded.limits)
                              .moveInto(recorded.sandbox))
    return error;
  recorded.sandbox.clockStart = recorded.theCase.clockStart;
  return confine(place, recorded.sandbox);
}
