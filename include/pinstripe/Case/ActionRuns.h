// Makes runs in which the actions of a user are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ACTIONRUNS_H
#define PINSTRIPE_CASE_ACTIONRUNS_H

#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// The exit status of a run in which the program still waits for its user after
/// the last action. A shell shows the same status for a program whose terminal
/// was closed (128 plus the number of SIGHUP).
constexpr int waitingStatus = 129;

/// Describes how a run with replayed actions has ended: "waits for the next
/// action" if the program still waits for its user, otherwise the same text as
/// describeEnding.
std::string describeActionsEnding(const Ending &ending);

/// Makes runs in which actions are replayed, one run after the other. Each run
/// has a terminal or a display of its own. All functions must be called on one
/// thread.
class ActionRuns {
public:
  explicit ActionRuns(RunPlace place) : place(std::move(place)) {}

  /// Makes a run, and replays `actions` in it. Each action is made as soon as
  /// the program waits for its user. If the program still waits after the last
  /// action, it is ended, and counts as exited with `waitingStatus`.
  ///
  /// The standard output of the result is what a user would see at the end. In
  /// a terminal, this is the text of the screen (see Screen::text). On a
  /// display, it is a description of the windows (see XDisplay::text) followed
  /// by the text that the program has written. The standard error of the result
  /// is all text that the program has written. In a terminal, control sequences
  /// are left out of it (see WrittenText).
  ///
  /// The program finds `files` at their paths. All limits of the launch apply,
  /// except for the limit on the time that the program sleeps. Soon after
  /// `stop` is set, ends the run and returns an InterruptedError. Returns a
  /// UsageError if a program that is needed for the display is missing.
  llvm::Expected<RunResult> make(const LaunchSpec &launch,
                                 const ActionSetting &setting,
                                 llvm::ArrayRef<Action> actions,
                                 llvm::ArrayRef<ProvidedFile> files,
                                 const std::atomic<bool> &stop);

private:
  llvm::Expected<RunResult> makeOnce(const LaunchSpec &launch,
                                     const ActionSetting &setting,
                                     llvm::ArrayRef<Action> actions,
                                     llvm::ArrayRef<ProvidedFile> files,
                                     const std::atomic<bool> &stop);

  RunPlace place;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ACTIONRUNS_H
