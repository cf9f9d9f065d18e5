// Lists the decisions inside a statement, in the order of evaluation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators `&&`, `||`, `!` and `?` make decisions inside an expression.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H

#include "Source/UnitRecorder.h"

namespace pinstripe {

/// Lists the decisions of an expression, which may be null, in each form in
/// which a compiler may write them. The list is empty if there is no decision,
/// or one whose order or code the source does not tell.
std::vector<SourceDecisions> listDecisions(const clang::Expr *expression,
                                           const UnitRecorder &recorder,
                                           ExpressionRole role);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H
