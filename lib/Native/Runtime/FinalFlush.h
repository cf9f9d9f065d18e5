// Lets a program that dies of a signal write out what is in its buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_FINALFLUSH_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_FINALFLUSH_H

#include <sys/types.h>
#include <sys/user.h>

namespace pinstripe::native {

/// Calls fflush(NULL) in a program that is about to die of a signal, so that
/// the program writes out its buffers. This output counts in live flow, even if
/// the program crashes. Live flow means that the program runs normally except
/// for a few changes.
class FinalFlush {
public:
  bool hasBegun() const { return signal != 0; }
  bool isUnderWay() const { return hasBegun() && !hasEnded; }
  int delayedSignal() const { return signal; }

  /// Makes the process call fflush, so that output in the process's buffers is
  /// not lost. `fatal` is the signal that is about to be delivered. Does
  /// nothing if this signal would not end the process. Returns whether the call
  /// has begun; if so, the caller must not deliver the signal yet.
  bool begin(pid_t process, int fatal);
  /// Called when fflush has returned or crashed. Gives the process its
  /// registers back and delivers the signal that was held back.
  void end(pid_t process);

private:
  int signal = 0;
  bool hasEnded = false;
  user_regs_struct before;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_FINALFLUSH_H
