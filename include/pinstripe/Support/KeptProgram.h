//===- KeptProgram.h - A program with all that it starts -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_KEPTPROGRAM_H
#define PINSTRIPE_SUPPORT_KEPTPROGRAM_H

#include "pinstripe/Support/ChildProcess.h"

namespace pinstripe {

/// A running program, with a small process between it and us: its keeper, to
/// which all descendants of the program come when their parents end, daemons
/// too. When the program has ended, when it is to end, or when the thread that
/// started it is gone, the keeper ends all of them.
class KeptProgram {
public:
  /// Returns when exec has succeeded; errors as those of startChild.
  static llvm::Expected<KeptProgram> start(const SubprocessSpec &spec,
                                           const ChildStreams &streams,
                                           ChildExtras extras = {});
  KeptProgram(KeptProgram &&other) noexcept;
  KeptProgram &operator=(KeptProgram &&other) = delete;
  /// Ends the program if it is still there.
  ~KeptProgram();

  pid_t processId() const { return program; }
  /// Whether descendants have lost their parents.
  bool hasOrphans() const;
  /// Waits so long at most, or a little longer where the kernel or a container
  /// does not tell of ends; true if all is over.
  bool waitFor(int milliseconds) const;
  /// A keeper that somebody has stopped goes on.
  void continueKeeper() const;
  /// Whether a signal has stopped the program, and it has no child that could
  /// continue it.
  bool isStopped() const;
  /// Ends everything, and so the program's process by SIGKILL.
  void requestEnd() const;
  /// Waits for the end of everything; the program's status as from wait.
  int takeStatus();

private:
  KeptProgram(pid_t keeper, FileDescriptor report);
  void awaitReport() const;

  pid_t keeper;
  pid_t program = 0;
  FileDescriptor report; ///< what the keeper says
  FileDescriptor handle; ///< of the keeper; closed where there is none
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_KEPTPROGRAM_H
