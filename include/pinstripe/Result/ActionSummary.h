// Defines the result of `pinstripe actions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_ACTIONSUMMARY_H
#define PINSTRIPE_RESULT_ACTIONSUMMARY_H

#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// A run in a terminal, for people.
struct ShownRun {
  std::string ending; ///< "exit status 1", "waits for the next action".
  /// The text of the screen at the end, with a newline after each line.
  std::string screen;
};

/// The result of `pinstripe actions`.
struct ActionSummary {
  /// The search. Its only input is the list of actions, a line for each.
  InputSummary search;
  std::string file; ///< The file with the actions, as the user has typed it.
  std::string terminal; ///< The size and type: "80x24 xterm-256color".
  /// The run of the shortest list that fails; the run of the longest one that
  /// passes, if only that was looked for.
  ShownRun shown;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_ACTIONSUMMARY_H
