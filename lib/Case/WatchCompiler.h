// Compiles the expressions of the option --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With --watch the user asks for the values of expressions. An engine computes
// these values during a run. For that it needs compiled expressions.

#ifndef PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
#define PINSTRIPE_LIB_CASE_WATCHCOMPILER_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Compiles the arguments of the option --watch: `FILE:LINE:EXPR` or
/// `FILE:LINE:COLUMN:EXPR`. With `#k` at the end, the value of EXPR is read
/// when the place is executed for the k-th time, otherwise when it is executed
/// for the last time. The value is read at all statements that begin on the
/// line. If there are none, it is read at those that cover the line.
///
/// Returns null if `words` is empty. Returns a UsageError for a word that can't
/// be parsed, for a place without a statement, and for an expression that can't
/// be evaluated.
llvm::Expected<WatchList> compileWatches(llvm::ArrayRef<std::string> words,
                                         const UnitTable &table);

/// Gets the values of the expressions of the option --watch. The recording has
/// no such values, so all recorded events are executed once more. Does nothing
/// if the user gave no such option.
llvm::Error observeWatches(RecordedCase &recorded, CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
