// Runs a program, and makes sure that no process started by the program
// outlives it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H
#define PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H

#include "pinstripe/Support/ChildProcess.h"

namespace pinstripe {

/// A running program with a supervisor. The supervisor is a small process
/// between the program and the tool. When a descendant of the program loses its
/// parent, the supervisor becomes its parent. This includes daemons. The
/// supervisor kills all descendants when the program ends, when `requestEnd` is
/// called, or when the thread that started the program ends.
class SupervisedProgram {
public:
  /// Starts a program with a supervisor, a process that kills everything that
  /// the program leaves. Returns after exec has succeeded. Returns a UsageError
  /// if the working directory is wrong, a TargetError if the program can't be
  /// started, and an EngineError for other failures.
  static llvm::Expected<SupervisedProgram> start(const SubprocessSpec &spec,
                                                 const ChildStreams &streams,
                                                 ChildExtras extras = {});
  SupervisedProgram(SupervisedProgram &&other) noexcept;
  SupervisedProgram &operator=(SupervisedProgram &&other) = delete;
  /// Ends the program and its descendants, if they are still running.
  ~SupervisedProgram();

  pid_t processId() const { return program; }
  /// Returns whether some descendants of the program are orphans. The parent of
  /// an orphan has ended.
  bool hasOrphans() const;
  /// Waits for the end of the program and its descendants, but at most
  /// `milliseconds`. Returns false if some of them still run then. On a system
  /// without pidfds, waits for at most 2 ms and checks once.
  bool waitFor(int milliseconds) const;
  /// Continues the supervisor process if somebody has stopped it.
  void continueSupervisor() const;
  /// Returns whether a signal has stopped the program for good: it has no child
  /// that could continue it.
  bool isStopped() const;
  /// Asks the supervisor process to kill the program and all its descendants.
  void requestEnd() const;
  /// Waits for the end of the program and its descendants. Returns the status
  /// of the program as wait() does.
  int takeStatus();
  /// Returns the processor time that the program and its descendants have
  /// spent, in seconds. Must be called after `takeStatus`. Descendants for
  /// whose end neither their parent nor the supervisor has waited do not count.
  double processorSeconds() const { return spentSeconds; }

private:
  SupervisedProgram(pid_t supervisor, FileDescriptor report);
  void awaitReport() const;

  pid_t supervisor;
  pid_t program = 0;
  double spentSeconds = 0;
  /// The pipe from which this process reads the supervisor's reports.
  FileDescriptor report;
  /// A pidfd of the supervisor process, by which this process waits for the
  /// supervisor's end. Not open if the kernel has no pidfds.
  FileDescriptor handle;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUPERVISEDPROGRAM_H
