// Finds the variables in the text of a statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the text is looked at, so this works for macros, for stored runs, and
// for statements that only the line table knows. The result holds names that
// look like variables; the debug information has to say which of them are.

#ifndef PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
#define PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A part of a statement's text that may name a variable or a member or element
/// of one, such as `list->items[i]`. ExpressionCompiler understands it.
struct StatementVariable {
  /// The range of characters in the statement's text.
  uint32_t begin = 0, end = 0;
  std::string expression;
  bool isRead = true;
  /// True if the statement writes to the variable, and nothing else in the
  /// statement can change which place the text means (as in `a[i++] = 0`).
  bool isWritten = false;
  /// True if the statement calls a member function of the variable, or takes an
  /// element of it. It is neither read nor written as a whole then.
  bool isObject = false;
  /// True if a call in the statement may change the variable, which is also
  /// after the call where it was before.
  bool mayChange = false;
  /// True if this is the variable of a range-for. It is written if the loop
  /// goes on, unless a statement of its own does that.
  bool isLoopVariable = false;
};

/// A word of a statement's text: a name, a number, an operator, ...
struct SourceToken {
  enum class Kind : uint8_t { Name, Number, Literal, Mark };
  Kind kind = Kind::Mark;
  uint32_t begin = 0, end = 0;
  std::string text;
  bool is(llvm::StringRef mark) const { return text == mark; }
};
std::vector<SourceToken> tokensOf(llvm::StringRef text);

struct StatementVariables {
  /// The variables of the statement, sorted by their position in its text.
  std::vector<StatementVariable> variables;
  /// The part of the text that computes the statement's value: what it assigns
  /// or returns, or its condition; otherwise the whole text.
  uint32_t valueBegin = 0, valueEnd = 0;
  /// Position of a character that does not belong to the value although it lies
  /// inside the value's text: the `=` of `+=`.
  uint32_t skipped = ~uint32_t(0);
  bool isCondition = false; ///< The value of the statement is true or false.
  /// True if the statement assigns its value to a variable.
  bool isAssignment = false;
};

StatementVariables variablesOf(const StatementUnit &unit);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
