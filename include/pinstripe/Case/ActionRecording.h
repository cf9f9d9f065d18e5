// Records what a user does with a program, in a terminal or on a display.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ACTIONRECORDING_H
#define PINSTRIPE_CASE_ACTIONRECORDING_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// The result of a recording: the actions of a user, and how the run ended.
struct ActionRecording {
  ActionList list;
  /// The result of the run. In a terminal, its output is the same as that of
  /// ActionRuns::make. On a display, the output is only what the program has
  /// written, without a description of the windows.
  RunResult result;
};

/// Runs a program in a pseudo terminal, and connects the pseudo terminal to the
/// terminal of the user (the descriptors `input` and `output`). Ends when the
/// program ends, the user presses Ctrl-], or `stop` is set. The user's terminal
/// must be in raw mode. Returns the actions of the user.
llvm::Expected<ActionRecording>
recordInTerminal(const LaunchSpec &launch, const TerminalSetting &terminal,
                 RunPlace &place, int input, int output,
                 const std::atomic<bool> &stop);

/// The folder with the sockets of displays. A program in a sandbox reaches the
/// user's display only if the sandbox makes this folder writable.
constexpr const char *displaySockets = "/tmp/.X11-unix";

/// Runs a program that shows its windows on the display of the user, until the
/// program ends or `stop` is set. The environment variable DISPLAY of this
/// process names the display. Returns what the user has done in the windows of
/// the program. Returns a UsageError if DISPLAY is not set, if the display
/// can't be reached, or if the display can't record the user's actions.
llvm::Expected<ActionRecording> recordOnDisplay(const LaunchSpec &launch,
                                                RunPlace &place,
                                                const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ACTIONRECORDING_H
