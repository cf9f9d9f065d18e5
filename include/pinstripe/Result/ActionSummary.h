// Defines the result of `pinstripe actions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_ACTIONSUMMARY_H
#define PINSTRIPE_RESULT_ACTIONSUMMARY_H

#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// Describes, for people, a run in which a user's actions were made.
struct ShownRun {
  /// How the run ended, such as "waits for the next action".
  std::string ending;
  /// The picture or text that the user saw at the end. For a terminal: the text
  /// of the screen, with a newline after each line. For a display: a line for
  /// each window, and then what the program has written.
  std::string screen;
};

/// The result of `pinstripe actions`. It has a single input: the list of
/// actions, as a text with a line for each action.
struct ActionSummary : InputSummary {
  std::string file; ///< The file with the actions, as the user has typed it.
  /// The size and type of the terminal, such as "80x24 xterm-256color"; empty
  /// if the actions are made on a display.
  std::string terminal;
  std::string display; ///< The size of the display, such as "1024x768".
  /// Describes the run with the shortest failing list of actions. If the search
  /// looked only for the longest passing list, it describes the run with that
  /// list.
  ShownRun shown;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_ACTIONSUMMARY_H
