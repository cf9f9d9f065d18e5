// Parses C expressions that the user writes, such as `list->items[i]`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of expressions is in ExpressionCompiler.h.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

/// Returns true if names of C and C++ may contain the character.
inline bool isNameCharacter(char each) {
  return llvm::isAlnum(each) || each == '_';
}

struct Expression {
  enum class Kind : uint8_t {
    Name,
    Member, ///< inner . text
    Arrow,  ///< inner -> text
    /// An element of an array: `inner[index]`, `inner[number]` or `inner[index
    /// + number]`, where `number` is a constant.
    Element,
    Dereference, ///< * inner
    AddressOf,   ///< & inner
  };
  Kind kind = Kind::Name;
  /// The name of the variable (for the kind Name) or of the member (for the
  /// kinds Member and Arrow).
  std::string text;
  std::unique_ptr<Expression> inner;
  /// For an element of an array, the variable in the index, such as i in `a[i +
  /// 1]`. Null if the index is only a number, and for all other expressions.
  std::unique_ptr<Expression> index;
  int64_t number = 0;
};

/// Parses a C expression. If the text is not a valid expression, returns a
/// UsageError that says what was expected, and where.
llvm::Expected<std::unique_ptr<Expression>>
parseExpression(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H
