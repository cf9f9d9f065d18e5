// Makes runs in which the actions of a user are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ACTIONRUNS_H
#define PINSTRIPE_CASE_ACTIONRUNS_H

#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// The exit status of a run that still waits for its user after the last
/// action. A shell shows the same status for a program whose terminal was
/// closed (128 and the number of SIGHUP).
constexpr int waitingStatus = 129;

/// Describes how a run with actions has ended: "waits for the next action", or
/// as describeEnding does.
std::string describeActionsEnding(const Ending &ending);

/// Makes runs in a place, one after the other, each in a terminal or on a
/// display of its own. All functions must be called on one thread.
class ActionRuns {
public:
  explicit ActionRuns(RunPlace place) : place(std::move(place)) {}

  /// Makes a run in which a user makes `actions`: each as soon as the program
  /// waits for its user. A program that waits after the last action is ended,
  /// and counts as exited with `waitingStatus`.
  ///
  /// The standard output of the result is what the user has seen at last: in a
  /// terminal the text of the screen (see Screen::text), on a display a
  /// description of the windows (see XDisplay::text) and the text that the
  /// program has written. The standard error of the result is all text that the
  /// program has written; in a terminal without control sequences (see
  /// WrittenText).
  ///
  /// The program finds `files`. All limits of the launch are kept, except for
  /// the one on the time that the program sleeps. Soon after `stop` is set,
  /// ends the run and returns an InterruptedError. Returns a UsageError if
  /// there can be no display since a program is missing.
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
