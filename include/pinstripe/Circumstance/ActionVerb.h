// The verb `actions`: records, replays and reduces what a user does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H
#define PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H

#include "pinstripe/Circumstance/InputSearch.h"
#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Result/ActionSummary.h"

namespace pinstripe {

/// To isolate, `passing` is the path of a file with actions after which the
/// program passes; if it is empty, that is the list without actions.
struct ActionVerbOptions : SearchOptions {
  std::string file; ///< The file with the actions.
  /// The file for the result. Empty for the name of `file` with `.reduced`
  /// after it, in the current folder.
  std::string output;
};

/// Reduces the actions of a user, and writes the result into a file. Returns
/// the same errors as `reduceInput`.
llvm::Expected<ActionSummary> reduceActions(const ActionVerbOptions &options,
                                            ReductionObserver &observer,
                                            const std::atomic<bool> &stop);

/// Makes one run with the actions of a file.
llvm::Expected<ShownRun> replayActions(const ActionVerbOptions &options,
                                       const std::atomic<bool> &stop);

/// A run in which the user's actions were recorded.
struct RecordedUser {
  ShownRun run;
  size_t actions = 0; ///< The number of actions.
};

/// Records what the user does in a terminal (see `recordInTerminal` of the
/// module Case), and writes it into the file of the options.
llvm::Expected<RecordedUser> recordUser(const ActionVerbOptions &options,
                                        const TerminalSetting &terminal,
                                        int input, int output,
                                        const std::atomic<bool> &stop);

/// Records what the user does with the windows of the program on his own
/// display (see `recordOnDisplay` of the module Case). Otherwise the same as
/// `recordUser`.
llvm::Expected<RecordedUser>
recordUserOfDisplay(const ActionVerbOptions &options,
                    const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ACTIONVERB_H
