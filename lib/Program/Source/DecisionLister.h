// Lists the decisions inside a statement, such as those about operands of `&&`,
// in the order of evaluation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DecisionMatcher matches the decisions with the conditional jumps in machine
// code. A decision is made for each operand of `&&`, `||` and `!`, and for the
// condition before `?`.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H

#include "Source/UnitRecorder.h"

namespace pinstripe {

/// Lists the decisions in `expression`. A compiler may translate the expression
/// in several ways, so there is one list for each way. Returns no list if
/// `expression` is null or has no decisions. Also returns no list if the source
/// does not tell the order of the decisions, or what code each of them has.
std::vector<SourceDecisions> listDecisions(const clang::Expr *expression,
                                           const UnitRecorder &recorder,
                                           ExpressionRole role);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_DECISIONLISTER_H
