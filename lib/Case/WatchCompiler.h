// Compiles the expressions of --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
#define PINSTRIPE_LIB_CASE_WATCHCOMPILER_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Compiles the watches that `words` ask for: `FILE:LINE:EXPR` or
/// `FILE:LINE:COLUMN:EXPR`, followed by `#k` for one instance. A watch applies
/// to all statements that begin on the line, or, if none does, to those that
/// cover it. Returns null if there are no words. Returns a UsageError for a
/// word that can't be read, for a place where no statement is, and for an
/// expression without a value.
llvm::Expected<WatchList> compileWatches(llvm::ArrayRef<std::string> words,
                                         const UnitTable &table);

/// Executes the recorded run again to get the values of watches, which
/// recordings do not have. Does nothing if the case has no watches.
llvm::Error observeWatches(RecordedCase &recorded, CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_WATCHCOMPILER_H
