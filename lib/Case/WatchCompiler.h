// Compiles the expressions of --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
#define PINSTRIPE_LIB_CASE_WATCHCOMPILER_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Compiles the watches that `words` ask for: `FILE:LINE:EXPR` or
/// `FILE:LINE:COLUMN:EXPR`, followed by `#k` for one instance. All statements
/// that begin on the line count, or those that cover the line if none begins
/// there. Returns null if there are no words. UsageErrors: a word that can't be
/// read, no such place, no such value.
llvm::Expected<WatchList> compileWatches(llvm::ArrayRef<std::string> words,
                                         const UnitTable &table);

/// Executes the recorded run again to get the values of watches, which
/// recordings do not have. Does nothing if there are no watches.
llvm::Error observeWatches(RecordedCase &recorded, CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
