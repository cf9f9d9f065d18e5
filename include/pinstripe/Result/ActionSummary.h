// Defines the result of `pinstripe actions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_ACTIONSUMMARY_H
#define PINSTRIPE_RESULT_ACTIONSUMMARY_H

#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// A run that a user controls, for people.
struct ShownRun {
  std::string ending; ///< "exit status 1", "waits for the next action".
  /// The text of the screen at the end, with a newline after each line; or a
  /// line for each window of the display, and what the program has written.
  std::string screen;
};

/// The result of `pinstripe actions`. Its only input is the list of actions, a
/// line for each.
struct ActionSummary : InputSummary {
  std::string file; ///< The file with the actions, as the user has typed it.
  /// The size and type of the terminal, such as "80x24 xterm-256color"; empty
  /// if the actions are made on a display.
  std::string terminal;
  std::string display; ///< The size of the display, such as "1024x768".
  /// The run of the shortest list that fails; the run of the longest one that
  /// passes, if only that was looked for.
  ShownRun shown;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_ACTIONSUMMARY_H
