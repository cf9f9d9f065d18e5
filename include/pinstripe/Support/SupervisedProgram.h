// Runs a program so that nothing it starts can outlive it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H
#define PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H

#include "pinstripe/Support/ChildProcess.h"

namespace pinstripe {

/// A running program with a supervisor: a small process between the program and
/// this one. The supervisor is the subreaper of the program, so it becomes the
/// parent of every descendant whose parent ends, daemons included. It kills all
/// of them when the program ends, when `requestEnd` is called, or when the
/// thread that started the program ends.
class SupervisedProgram {
public:
  /// Returns after exec has succeeded. For errors, see startChild.
  static llvm::Expected<SupervisedProgram> start(const SubprocessSpec &spec,
                                                 const ChildStreams &streams,
                                                 ChildExtras extras = {});
  SupervisedProgram(SupervisedProgram &&other) noexcept;
  SupervisedProgram &operator=(SupervisedProgram &&other) = delete;
  /// Ends the program and its descendants if they are still there.
  ~SupervisedProgram();

  pid_t processId() const { return program; }
  /// Whether some descendants of the program have lost their parents.
  bool hasOrphans() const;
  /// Waits for the end of the program and its descendants. Returns false if
  /// they are still there after `milliseconds`, or 2 ms where the kernel or a
  /// container does not offer pidfds.
  bool waitFor(int milliseconds) const;
  /// Continues the supervisor in case somebody has stopped it.
  void continueSupervisor() const;
  /// Whether a signal has stopped the program, and the program has no child
  /// that could continue it.
  bool isStopped() const;
  /// Asks the supervisor to kill the program and all its descendants.
  void requestEnd() const;
  /// Waits for the end of the program and its descendants. Returns the status
  /// of the program as wait() does.
  int takeStatus();

private:
  SupervisedProgram(pid_t supervisor, FileDescriptor report);
  void awaitReport() const;

  pid_t supervisor;
  pid_t program = 0;
  FileDescriptor report; ///< The pipe on which the supervisor reports.
  FileDescriptor handle; ///< Pidfd of the supervisor; closed if unavailable.
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H
