// Answers system calls by which a program learns process ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H

#include "Answers/CallAnswer.h"
#include <atomic>
#include <optional>
#include <sys/types.h>

struct seccomp_notif;

namespace pinstripe {

/// Answers system calls that ask for a process id or make a child. Mostly the
/// kernel gives the answer, and the call is noted. But the parent of a run is a
/// process of Pinstripe, and a server is a process of Pinstripe before it
/// begins the program. The ids of these processes vary, so the calls that would
/// return such an id get a fixed answer, and are not noted.
class IdAnswers {
public:
  CallAnswer answer(const seccomp_notif &call);

  // The functions up to `beginRun` may be called by any thread.
  /// Returns whether some program has ever asked for a process id.
  bool hasAsked() const { return hasAskedEver; }
  /// Returns whether some program has asked for a process id since `beginRun`.
  bool hasAskedInThisRun() const { return hasAskedNow; }
  void beginRun() { hasAskedNow = false; }

private:
  std::atomic<bool> hasAskedEver = false, hasAskedNow = false;
};

/// Returns the id that the process of a thread has in its own process
/// namespace; nullopt if the id is not known.
std::optional<pid_t> insideProcessId(pid_t thread);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H
