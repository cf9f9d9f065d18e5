// Parses C expressions.
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
    Member,      ///< inner . text
    Arrow,       ///< inner -> text
    Element,     ///< The form inner [ index + number ].
    Dereference, ///< * inner
    AddressOf,   ///< & inner
  };
  Kind kind = Kind::Name;
  std::string text; ///< The name in a Name, Member or Arrow.
  std::unique_ptr<Expression> inner;
  std::unique_ptr<Expression> index; ///< Variable index of an Element, or null.
  int64_t number = 0;
};

/// Parses an expression. A UsageError says what was expected, and where.
llvm::Expected<std::unique_ptr<Expression>>
parseExpression(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_EXPRESSION_H
