// Finds the variables in the text of a statement, to show their values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search needs only the text, not the source. So the search also works for
// macros, for recorded runs that are read from a file, and for statements that
// only the line table knows. The result holds all names that look like
// variables. The debug information has to say which of the names are variables.

#ifndef PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
#define PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A part of a statement's text that may name a variable, a member or an
/// element, such as `list->items[i]`. ExpressionCompiler can compile the part.
struct StatementVariable {
  /// The range of the variable's characters in the statement's text.
  uint32_t begin = 0, end = 0;
  std::string expression;
  bool isRead = true;
  /// True if the statement writes to the variable, and nothing else in the
  /// statement can change which object the variable's text names. False for
  /// `a[i]` in `a[i] = i++`.
  bool isWritten = false;
  /// True if the variable gets the value of the statement. For example, x gets
  /// the value in `x = y++`, in `x += y` and in `x++`, but y does not.
  bool isTarget = false;
  /// True if the statement calls a member function of the variable, or takes an
  /// element of it. In this case, the variable as a whole is neither read nor
  /// written.
  bool isObject = false;
  /// True if a call in the statement may change the variable, and the
  /// variable's text names the same object before and after the call.
  bool mayChange = false;
  /// True if the variable is declared in the head of a range-for. In gcc's
  /// code, the head writes the variable before each execution of the body. In
  /// clang's code, the declaration is a statement of its own, which writes the
  /// variable.
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
  /// The range of the statement's text that computes the statement's value.
  /// This is the assigned or returned expression, or the condition. For other
  /// statements, this is the whole text.
  uint32_t valueBegin = 0, valueEnd = 0;
  /// The position of a character that lies in the range of the value but is not
  /// part of it, such as the `=` of `+=`.
  uint32_t skipped = ~uint32_t(0);
  /// True if the statement's value is just true or false.
  bool isCondition = false;
  /// True if the statement assigns its value to a variable.
  bool isAssignment = false;
};

StatementVariables variablesOf(const StatementUnit &unit);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_STATEMENTVARIABLES_H
