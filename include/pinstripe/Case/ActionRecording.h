// Records what a user does with a program, in a terminal or on a display.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ACTIONRECORDING_H
#define PINSTRIPE_CASE_ACTIONRECORDING_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// The result of a recording: a user's actions, and how the run ended.
struct ActionRecording {
  ActionList list;
  /// The output is as of ActionRuns::make. But that of a run on a display does
  /// not describe the windows: it is what the program has written.
  RunResult result;
};

/// Runs a program in a pseudo terminal and connects that to the terminal of the
/// user, with the descriptors `input` and `output`, until the program ends or
/// the user presses Ctrl-]. The terminal of the user must be in raw mode.
/// Returns what he has done. `stop` ends the recording as Ctrl-] does.
llvm::Expected<ActionRecording>
recordInTerminal(const LaunchSpec &launch, const TerminalSetting &terminal,
                 RunPlace &place, int input, int output,
                 const std::atomic<bool> &stop);

/// The folder with the sockets of displays. A program in a sandbox reaches the
/// display of the user only if its sandbox shows this folder as it is.
constexpr const char *displaySockets = "/tmp/.X11-unix";

/// Runs a program that shows its windows on the display of the user, until the
/// program ends or `stop` is set. The variable DISPLAY of this process names
/// the display. Returns what the user has done in the windows of the program.
/// Returns a UsageError if DISPLAY is not set, if it names a display that can't
/// be reached, or if the display can't record what is done on it.
llvm::Expected<ActionRecording> recordOnDisplay(const LaunchSpec &launch,
                                                RunPlace &place,
                                                const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ACTIONRECORDING_H
