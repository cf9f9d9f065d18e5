//===- Operands.h - What a statement reads and writes -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the text of a statement alone: what of it are variables, the debug
// information knows, which has to be asked for each. So it is the same for
// macros, for stored runs, and for statements that only the line table has.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_OPERANDS_H
#define PINSTRIPE_PROGRAM_OPERANDS_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A part of a statement's text that may be a variable, or a part of one, in
/// the language of ExpressionCompiler.
struct Operand {
  uint32_t begin = 0, end = 0; ///< in the text
  std::string expression;
  bool isRead = true;
  /// Where it is after the statement what it was before: no other part of the
  /// statement has a say in where that is.
  bool isWritten = false;
};

/// A token of a text.
struct SourceToken {
  enum class Kind : uint8_t { Name, Number, Literal, Mark };
  Kind kind = Kind::Mark;
  uint32_t begin = 0, end = 0;
  std::string text;
  bool is(llvm::StringRef mark) const { return text == mark; }
};
std::vector<SourceToken> tokensOf(llvm::StringRef text);

struct StatementOperands {
  std::vector<Operand> operands; ///< by place in the text
  /// The part of the text whose value it is about: what is assigned or
  /// returned, the condition, else all of it.
  uint32_t valueBegin = 0, valueEnd = 0;
  /// A character within that is only half of an operator: of `+=`, the `=`.
  uint32_t skipped = ~uint32_t(0);
  bool isCondition = false; ///< the value is true or false
  /// What is written is the value of that part.
  bool isAssignment = false;
};

StatementOperands operandsOf(const StatementUnit &unit);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_OPERANDS_H
