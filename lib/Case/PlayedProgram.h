// The interface of a running program in which actions are made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H
#define PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// A running program that has a user. ActionRuns plays his part: it makes an
/// action each time that the program has settled.
class PlayedProgram {
public:
  virtual ~PlayedProgram() = default;

  /// Waits until the program waits for its user, and notes what he then sees.
  /// Returns false if the program has ended, or has to be ended (see `finish`).
  virtual bool settle() = 0;
  /// Makes an action.
  virtual void make(const Action &action) = 0;
  /// Ends the program if it is still running, and returns the result of the
  /// run. Returns an InterruptedError if the user of Pinstripe has stopped the
  /// run.
  virtual llvm::Expected<RunResult> finish(const RunPlace &place) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_PLAYEDPROGRAM_H
