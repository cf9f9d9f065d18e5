// Parses C expressions that the user writes, such as `list->items[i]`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of expressions is in ExpressionCompiler.h.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

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
  /// The name, for an expression that is a variable or member.
  std::string text;
  std::unique_ptr<Expression> inner;
  /// For an expression that is an element of an array: the variable in its
  /// index, such as i in `a[i + 1]`; null if the index is only a number.
  std::unique_ptr<Expression> index;
  int64_t number = 0;
};

/// Parses a C expression. Returns a UsageError that says what was expected, and
/// where.
llvm::Expected<std::unique_ptr<Expression>>
parseExpression(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H
