//===- DecisionLister.h - The decisions inside of a statement ---*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. What `&&`, `||`, `!` and `?` decide in an expression, in
// the order of evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DECISIONLISTER_H
#define PINSTRIPE_LIB_PROGRAM_DECISIONLISTER_H

#include "UnitRecorder.h"

namespace pinstripe {

/// Of the condition of a statement, as compilers may see them. None: without a
/// decision, or with one of which the order or the code can't be told from the
/// source.
std::vector<SourceDecisions> listDecisions(const clang::Expr *condition,
                                           const UnitRecorder &recorder,
                                           bool isLoop);
/// Of an expression whose value is computed.
std::vector<SourceDecisions> listDecisions(const clang::Expr *value,
                                           const UnitRecorder &recorder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DECISIONLISTER_H
