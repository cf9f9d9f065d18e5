// Compiles C expressions into steps that find their values in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H
#define PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Program/ValueType.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

class ModuleVariables;

struct CompiledExpression {
  LocationProgram location;
  /// Type of the expression's value; never null.
  std::shared_ptr<const ValueType> type;
};

/// Compiles C expressions by means of the debug information. The result tells
/// where the value of the expression is when control is at a given address of a
/// traced function. The expressions have this grammar:
///
///     expression: `*` expression | `&` expression | postfix
///     postfix:    primary { `.` name | `->` name | `[` index `]` }
///     primary:    name | `(` expression `)`
///     index:      [ expression | number ] [ (`+` | `-`) number ]
///
/// A name is looked up in the innermost block first, then in the outer blocks,
/// the function, the members of `this`, and last among static and global
/// variables. The names of these variables may be qualified. The value of a
/// std::string, or of a pointer to characters, is the text.
class ExpressionCompiler {
public:
  /// The largest size of a value in bytes. A longer string is cut off. An
  /// expression with any other larger value is refused.
  static constexpr uint32_t maxBytes = 4096;

  /// Makes a compiler for expressions in the modules of `table`. The debug
  /// information of a module is read when it is first needed. `table` must
  /// outlive the compiler.
  explicit ExpressionCompiler(const UnitTable &table);
  ~ExpressionCompiler();
  ExpressionCompiler(const ExpressionCompiler &) = delete;
  ExpressionCompiler &operator=(const ExpressionCompiler &) = delete;

  /// Compiles an expression for one place in the code of a traced function.
  /// `address` is the table address of this place: the address in the module's
  /// file plus a constant for each module (see UnitTable). A UsageError names
  /// the wrong part of the expression and a remedy. Typical errors are an
  /// unknown variable, and a value that lies in a register or was optimised
  /// out.
  llvm::Expected<CompiledExpression> compile(llvm::StringRef expression,
                                             uint64_t address);
  /// Returns the names of the parameters of the function at a table address
  /// (the address in the module's file plus a constant for each module), in the
  /// order of its declaration. A parameter without a name has an empty name.
  /// Leaves out `this`, and other parameters that the compiler has added.
  llvm::Expected<std::vector<std::string>> parametersAt(uint64_t address);
  /// Returns the names of the parameters and local variables that are visible
  /// at a table address, in alphabetical order. Leaves out variables that the
  /// compiler has added, except for `this`.
  llvm::Expected<std::vector<std::string>> localsAt(uint64_t address);
  /// Returns the full names, such as `ns::name`, of the global variables of the
  /// module that contains a table address, in alphabetical order.
  llvm::Expected<std::vector<std::string>> globalsAt(uint64_t address);

private:
  class Modules;
  llvm::Expected<ModuleVariables *> moduleAt(uint64_t address);

  const UnitTable &table;
  std::unique_ptr<Modules> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_EXPRESSIONCOMPILER_H
