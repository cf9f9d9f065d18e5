// Checks from outside of the program whether a run exceeds its limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A LimitMonitor checks the limits on processor time, idle time, memory,
// processes, open files and written files, for all engines. Each engine itself
// checks the limits on events and on wall time.

#ifndef PINSTRIPE_EXECUTION_LIMITMONITOR_H
#define PINSTRIPE_EXECUTION_LIMITMONITOR_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include <memory>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

class HangDetector;

/// Watches the limits of one run.
class LimitMonitor {
public:
  /// `spec` has the limits. It must outlive the monitor.
  explicit LimitMonitor(const LaunchSpec &spec);
  ~LimitMonitor();
  LimitMonitor(const LimitMonitor &) = delete;
  LimitMonitor &operator=(const LimitMonitor &) = delete;

  /// Returns why the run has to be ended now; nullopt if the run may go on.
  /// Must be called every 20 ms or so during the run. A call takes 20 us for
  /// each process of the program.
  ///
  /// `process` is the pid of the program outside of the sandbox, or at most 1
  /// if the pid is not known yet. `tracer` is the process that continues the
  /// program after a signal has stopped it; 0 if the caller itself notices that
  /// the program has stopped for good. `ownProcesses` is the number of
  /// processes in the sandbox that belong to Pinstripe.
  std::optional<Ending> excess(pid_t process, pid_t tracer,
                               unsigned ownProcesses);

private:
  std::optional<LimitReached::Kind> exceededLimit(unsigned ownProcesses);
  bool takesAllMemory();

  const LaunchSpec &spec;
  /// The number of bytes of memory that the machine had free at the first
  /// check. The run is ended when less than a quarter of this memory is free.
  uint64_t memoryAtFirst = 0;
  std::unique_ptr<HangDetector> hangs;
};

/// Returns the limit on written files that a run has exceeded; nullopt if it
/// has exceeded none. May be called during the run and after it. Takes a
/// microsecond.
std::optional<LimitReached::Kind> exceededFileLimit(const LaunchSpec &spec);

/// Returns the maximum size of any file that a run writes, its output included.
uint64_t largestFile(const LaunchSpec &spec);

/// Sets the resource limits of a process, given by its process id outside of
/// the sandbox. The process then leaves no core file, and gets SIGXFSZ from the
/// kernel if it makes a file larger than `largestFile`.
void limitFiles(pid_t process, const LaunchSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LIMITMONITOR_H
