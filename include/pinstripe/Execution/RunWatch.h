//===- RunWatch.h - What a run may use up -----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits of a run that are kept from outside of its process; those on
// events and on the wall time are the engines' own. All engines keep them by
// these means.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_RUNWATCH_H
#define PINSTRIPE_EXECUTION_RUNWATCH_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include <memory>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

class HangWatch;

/// Of one run.
class RunWatch {
public:
  /// `spec` must outlive the object.
  explicit RunWatch(const LaunchSpec &spec);
  ~RunWatch();
  RunWatch(const RunWatch &) = delete;
  RunWatch &operator=(const RunWatch &) = delete;

  /// Why the run has to be ended by now; none: it may go on. To be asked every
  /// 20 ms or so while it lasts: takes 20 us a process. `process`: the program,
  /// by our number; at most 1: not known yet. `tracer`: who lets it go on when
  /// a signal has stopped it for a moment; 0: who sees for good stops by
  /// itself. `ownProcesses`: how many of those in the sandbox are not the
  /// program's.
  std::optional<Ending> excess(pid_t process, pid_t tracer,
                               unsigned ownProcesses);

private:
  std::optional<LimitReached::Kind> exceededLimit(unsigned ownProcesses);
  bool takesAllMemory();

  const LaunchSpec &spec;
  uint64_t memoryAtFirst = 0; ///< free, at the first look
  std::unique_ptr<HangWatch> hangs;
};

/// The limit on files that a run, which is over, has gone beyond. Takes a
/// microsecond.
std::optional<LimitReached::Kind> exceededFileLimit(const LaunchSpec &spec);

/// Of any file, the output among them.
uint64_t largestFile(const LaunchSpec &spec);

/// Lets a process, by our number, write no core file and none larger than it
/// may. The kernel keeps that: its signal is SIGXFSZ.
void limitFiles(pid_t process, const LaunchSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNWATCH_H
