//===- ExpressionCompiler.h - From C expressions to locations ---*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H
#define PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Program/ValueType.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

struct CompiledExpression {
  LocationProgram location;
  std::shared_ptr<const ValueType> type; ///< never null
};

/// Finds out where the value of an expression lies when control is at an
/// address of a traced function, by the program's debug information.
///
///     expression: `*` expression | `&` expression | postfix
///     postfix:    primary { `.` name | `->` name | `[` index `]` }
///     primary:    name | `(` expression `)`
///     index:      [ expression | number ] [ (`+` | `-`) number ]
///
/// Names are those of variables, the innermost scope first: of blocks, the
/// function, members of `this`, then static and global variables, which may be
/// qualified. Pointers to characters and std::string are values by content.
class ExpressionCompiler {
public:
  /// Values of more bytes are refused; more of a string is cut off.
  static constexpr uint32_t mostBytes = 4096;

  /// Opens the modules of the table when they are asked for. The table must
  /// outlive the compiler.
  explicit ExpressionCompiler(const UnitTable &table);
  ~ExpressionCompiler();
  ExpressionCompiler(const ExpressionCompiler &) = delete;
  ExpressionCompiler &operator=(const ExpressionCompiler &) = delete;

  /// `address` is a table address in a traced function. UsageErrors, which
  /// name the part of the expression and a remedy: what can't be read, is no
  /// variable (with names that are near), has no such member, lies in a
  /// register, was optimised out.
  llvm::Expected<CompiledExpression> compile(llvm::StringRef expression,
                                             uint64_t address);

private:
  class Modules;
  const UnitTable &table;
  std::unique_ptr<Modules> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H
