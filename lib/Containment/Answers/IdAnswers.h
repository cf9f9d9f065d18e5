// Answers system calls by which a program learns process ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All runs of a program must see the same ids. Otherwise they could do
// different things.

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H

#include "Answers/CallAnswer.h"
#include <atomic>
#include <optional>
#include <sys/types.h>

struct seccomp_notif;

namespace pinstripe {

/// Answers system calls that ask for a process id or make a child. In general
/// the kernel executes the call, and the tool notes that a program has asked
/// for an id. But two ids vary from run to run, since they belong to processes
/// of Pinstripe: the id of a run's parent, and the id of an engine's server
/// process that has not begun the program yet. To a call that would return one
/// of these, the tool gives a fixed answer, and does not note the call.
class IdAnswers {
public:
  CallAnswer answer(const seccomp_notif &call);

  // Any thread may call the following functions, up to `beginRun`.
  /// Returns whether some program has ever asked for a process id.
  bool hasAsked() const { return hasAskedEver; }
  /// Returns whether some program has asked for a process id in the present run
  /// (since the last call of `beginRun`).
  bool hasAskedInThisRun() const { return hasAskedNow; }
  void beginRun() { hasAskedNow = false; }

private:
  std::atomic<bool> hasAskedEver = false, hasAskedNow = false;
};

/// Returns the id of a thread's process as the sandbox's own PID namespace
/// shows it; nullopt if the id is not known.
std::optional<pid_t> insideProcessId(pid_t thread);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H
