//===- Expression.h - C expressions, parsed -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. The grammar is in ExpressionCompiler.h.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSION_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

struct Expression {
  enum class Kind : uint8_t {
    Name,
    Member,      ///< operand . text
    Arrow,       ///< operand -> text
    Element,     ///< operand [ index + number ]
    Dereference, ///< * operand
    AddressOf,   ///< & operand
  };
  Kind kind = Kind::Name;
  std::string text; ///< of a Name, Member or Arrow
  std::unique_ptr<Expression> operand;
  std::unique_ptr<Expression> index; ///< of an Element; null: none
  int64_t number = 0;
};

/// UsageErrors say what was expected, and where.
llvm::Expected<std::unique_ptr<Expression>>
parseExpression(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSION_H
