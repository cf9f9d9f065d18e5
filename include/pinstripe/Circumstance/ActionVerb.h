// Defines the verb `actions`: records, replays and reduces what a user does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H
#define PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H

#include "pinstripe/Circumstance/InputSearch.h"
#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Result/ActionSummary.h"

namespace pinstripe {

/// The options of the verb `actions`. To isolate a difference, `passing` is the
/// path of a file with actions after which the program passes. If it is empty,
/// the list without actions is taken.
struct ActionVerbOptions : SearchOptions {
  std::string file; ///< The path of the file with the actions.
  /// The path of the file for the result. If it is empty, the result goes into
  /// the current folder, under the name of `file` with `.reduced` at its end.
  std::string output;
};

/// Reduces the actions of a user, and writes the result into a file. Returns
/// the same errors as `reduceInput`.
llvm::Expected<ActionSummary> reduceActions(const ActionVerbOptions &options,
                                            ReductionObserver &observer,
                                            const std::atomic<bool> &stop);

/// Makes one run in which the actions of a file are replayed.
llvm::Expected<ShownRun> replayActions(const ActionVerbOptions &options,
                                       const std::atomic<bool> &stop);

/// The result of a run in which the user's actions were recorded.
struct RecordedUser {
  ShownRun run;
  size_t actions = 0; ///< The number of recorded actions.
};

/// Records what the user does in a terminal, and writes these actions into the
/// file that the options name (see `recordInTerminal`, module Case).
llvm::Expected<RecordedUser> recordUser(const ActionVerbOptions &options,
                                        const TerminalSetting &terminal,
                                        int input, int output,
                                        const std::atomic<bool> &stop);

/// Records what the user does with the windows of the program on the user's own
/// display (see `recordOnDisplay`, module Case). Writes these actions into the
/// file that the options name.
llvm::Expected<RecordedUser>
recordUserOfDisplay(const ActionVerbOptions &options,
                    const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H
