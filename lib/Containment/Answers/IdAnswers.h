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

/// Handles system calls that ask for a process id. The kernel executes most of
/// these calls. The tool only notes that a program has asked for an id. A
/// program that has made a child counts as one that has asked, since it knows
/// the child's id.
///
/// But two processes of Pinstripe have different ids in each run: the parent of
/// a run, and an engine's server that has not begun the program yet. If a call
/// asks for one of these ids, the tool answers with a fixed id and notes
/// nothing.
class IdAnswers {
public:
  CallAnswer answer(const seccomp_notif &call);
  /// Notes that a process has begun. If the process is a child of the program,
  /// the program counts as one that has asked for an id, since it knows the
  /// child's id. `thread` is a thread of the process.
  void noteProcess(pid_t thread);

  // The functions from here to `beginRun` may be called by any thread.
  bool hasAsked() const { return hasAskedEver; }
  /// Returns whether some program has asked for a process id in the present run
  /// (since the last call of `beginRun`).
  bool hasAskedInThisRun() const { return hasAskedNow; }
  void beginRun() { hasAskedNow = false; }

private:
  std::atomic<bool> hasAskedEver = false, hasAskedNow = false;
  /// The first thread of the last run. Several system calls of this thread tell
  /// noteProcess() that a process has begun. By this member, the function
  /// recognises the second and later ones, and ignores them.
  pid_t mainThread = 0;
};

/// Returns the id of a thread's process as the sandbox's own PID namespace
/// shows it; nullopt if the id is not known.
std::optional<pid_t> insideProcessId(pid_t thread);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_IDANSWERS_H
