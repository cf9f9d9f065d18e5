//===- Watches.h - From --watch to what engines read ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_WATCHES_H
#define PINSTRIPE_LIB_DRIVER_WATCHES_H

#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

/// The watches that `words` ask for: `FILE:LINE:EXPR`, `FILE:LINE:COLUMN:EXPR`,
/// with `#k` behind them for one instance. All statements that begin on the
/// line count, or, if none does, those that cover it. Null if there are no
/// words. UsageErrors: what can't be read, no such place, no such value.
llvm::Expected<WatchList> compileWatches(llvm::ArrayRef<std::string> words,
                                         const UnitTable &table);

/// Executes the whole recorded run again, for the values that are watched in
/// it: recordings have none. Nothing is done if there are no watches.
llvm::Error observeWatches(RecordedCase &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_WATCHES_H
