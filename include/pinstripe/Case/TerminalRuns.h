// Makes runs of a program in a pseudo terminal, in which actions are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_TERMINALRUNS_H
#define PINSTRIPE_CASE_TERMINALRUNS_H

#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// The exit status of a run that still waits for its user after the last
/// action. A shell shows the same status for a program whose terminal was
/// closed (128 and the number of SIGHUP).
constexpr int waitingStatus = 129;

/// Describes how a run in a terminal has ended: "waits for the next action", or
/// as describeEnding does.
std::string describeTerminalEnding(const Ending &ending);

/// Makes runs in a place, one after the other, each in a terminal of its own.
/// All functions must be called on one thread.
class TerminalRuns {
public:
  explicit TerminalRuns(RunPlace place) : place(std::move(place)) {}

  /// Makes a run in which a user makes `actions`: each as soon as the program
  /// waits for its user. The standard output of the result is the text of the
  /// screen (see Screen::text), its standard error all text that the program
  /// has written to its terminal (see WrittenText). A program that waits after
  /// the last action is ended, and counts as exited with `waitingStatus`.
  ///
  /// The program finds `files`. All limits of the launch are kept, except for
  /// the one on the time that the program sleeps. Soon after `stop` is set,
  /// ends the run and returns an InterruptedError.
  llvm::Expected<RunResult> make(const LaunchSpec &launch,
                                 const TerminalSetting &terminal,
                                 llvm::ArrayRef<Action> actions,
                                 llvm::ArrayRef<ProvidedFile> files,
                                 const std::atomic<bool> &stop);

private:
  llvm::Expected<RunResult> makeOnce(const LaunchSpec &launch,
                                     const TerminalSetting &terminal,
                                     llvm::ArrayRef<Action> actions,
                                     llvm::ArrayRef<ProvidedFile> files,
                                     const std::atomic<bool> &stop);

  RunPlace place;
};

/// What the user did in a terminal while a program ran, and how the run ended.
struct TerminalRecording {
  std::vector<Action> actions;
  RunResult result; ///< As of TerminalRuns::make.
};

/// Runs a program in a pseudo terminal and connects that to the terminal of the
/// user, with the descriptors `input` and `output`, until the program ends or
/// the user presses Ctrl-]. The terminal of the user must be in raw mode.
/// Returns what he has done. `stop` ends the recording as Ctrl-] does.
llvm::Expected<TerminalRecording> recordActions(const LaunchSpec &launch,
                                                const TerminalSetting &terminal,
                                                RunPlace &place, int input,
                                                int output,
                                                const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_TERMINALRUNS_H
