// Defines the interface of a running program in which actions are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H
#define PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// A running program that expects actions of a user. ActionRuns makes these
/// actions: one each time that the program waits for its user.
class PlayedProgram {
public:
  virtual ~PlayedProgram() = default;

  /// Waits until the program waits for its user, and remembers what the user
  /// would see then. Returns false if the program has ended, or if it must be
  /// ended (see `finish`).
  virtual bool settle() = 0;
  /// Makes an action, such as pressing a key.
  virtual void make(const Action &action) = 0;
  /// Ends the program if it is still running, and returns the result of the
  /// run. Returns an InterruptedError if the run was interrupted by Ctrl-C.
  virtual llvm::Expected<RunResult> finish(const RunPlace &place) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H
