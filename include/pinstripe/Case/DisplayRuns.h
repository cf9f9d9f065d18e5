// Makes runs of a program with windows, in which actions are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_DISPLAYRUNS_H
#define PINSTRIPE_CASE_DISPLAYRUNS_H

#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// Makes runs in a place, one after the other, each with a display of its own.
/// All functions must be called on one thread.
class DisplayRuns {
public:
  explicit DisplayRuns(RunPlace place) : place(std::move(place)) {}

  /// Makes a run in which a user makes `actions`: each as soon as the program
  /// waits for its user. The standard output of the result describes the
  /// windows as the user has seen them at last (see XDisplay::text), then comes
  /// the text that the program has written. The standard error of the result is
  /// that text alone. A program that waits after the last action is ended, and
  /// counts as exited with `waitingStatus`.
  ///
  /// Files, limits and `stop` are as for TerminalRuns::make. Returns a
  /// UsageError if the display can't be made since a program is missing.
  llvm::Expected<RunResult> make(const LaunchSpec &launch,
                                 const DisplaySetting &display,
                                 llvm::ArrayRef<Action> actions,
                                 llvm::ArrayRef<ProvidedFile> files,
                                 const std::atomic<bool> &stop);

private:
  llvm::Expected<RunResult> makeOnce(const LaunchSpec &launch,
                                     const DisplaySetting &display,
                                     llvm::ArrayRef<Action> actions,
                                     llvm::ArrayRef<ProvidedFile> files,
                                     const std::atomic<bool> &stop);

  RunPlace place;
};

/// What the user did in the windows of a program on his own display, and how
/// the run ended.
struct DisplayRecording {
  DisplaySetting display;
  std::vector<Action> actions;
  /// The output of the program; its windows are not described.
  RunResult result;
};

/// The folder with the sockets of displays. A program in a sandbox reaches the
/// display of the user only if its sandbox shows this folder as it is.
constexpr const char *displaySockets = "/tmp/.X11-unix";

/// Runs a program that shows its windows on the display of the user, which the
/// variable DISPLAY of this process names, until the program ends or `stop` is
/// set. Returns what the user has done in its windows. Returns a UsageError if
/// there is no such display, or if it can't be recorded.
llvm::Expected<DisplayRecording> recordOnDisplay(const LaunchSpec &launch,
                                                 RunPlace &place,
                                                 const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_DISPLAYRUNS_H
