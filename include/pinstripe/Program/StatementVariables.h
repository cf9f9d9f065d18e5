// Finds the variables in the text of a statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the text is looked at, so that this works for macros, stored runs, and
// statements that only the line table knows. Whether a name is a variable at
// all is for the debug information to say.

#ifndef PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
#define PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A part of a statement's text that may name a variable or a part of a
/// variable, in the language of ExpressionCompiler.
struct StatementVariable {
  uint32_t begin = 0, end = 0; ///< Range in the statement's text.
  std::string expression;
  bool isRead = true;
  /// True if the statement writes to the variable, and nothing else in the
  /// statement can change where the variable lies.
  bool isWritten = false;
};

/// A token of a statement's text.
struct SourceToken {
  enum class Kind : uint8_t { Name, Number, Literal, Mark };
  Kind kind = Kind::Mark;
  uint32_t begin = 0, end = 0;
  std::string text;
  bool is(llvm::StringRef mark) const { return text == mark; }
};
std::vector<SourceToken> tokensOf(llvm::StringRef text);

struct StatementVariables {
  std::vector<StatementVariable> variables; ///< Sorted by position in the text.
  /// The part of the text that computes the statement's value: the assigned or
  /// returned expression, the condition, otherwise the whole text.
  uint32_t valueBegin = 0, valueEnd = 0;
  /// Position of a character within the value's text that does not belong to
  /// the value: the `=` of `+=`.
  uint32_t skipped = ~uint32_t(0);
  bool isCondition = false; ///< The statement's value is true or false.
  /// True if the statement assigns its value to a variable.
  bool isAssignment = false;
};

StatementVariables variablesOf(const StatementUnit &unit);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
