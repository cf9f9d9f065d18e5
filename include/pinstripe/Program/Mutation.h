// Describes mutations: small changes of the source, such as `<=` for `<`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The word comes from mutation testing: DeMillo, Lipton and Sayward, "Hints on
// Test Data Selection" (IEEE Computer, 1978).

#ifndef PINSTRIPE_PROGRAM_MUTATION_H
#define PINSTRIPE_PROGRAM_MUTATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// The kinds of mutations, in the order in which they are tried: the kinds that
/// find the most defects with the fewest runs come first.
enum class MutationOperator : uint8_t {
  Constant,   ///< A constant is replaced by another constant.
  Enumerator, ///< An enumerator is replaced by another enumerator of the same
              ///< type.
  /// One of `<`, `<=`, `>`, `>=`, `==` and `!=` is replaced by another.
  Relational,
  Logical,    ///< `&&` is replaced by `||`, or `||` by `&&`.
  Assignment, ///< One of `=`, `+=`, `-=`, ... is replaced by another.
  /// One of `+`, `-`, `*`, `/` and `%`, or a bit operator, is replaced by
  /// another.
  Arithmetic,
  /// A division of integers whose result is converted to a floating type
  /// becomes a division in floating point.
  FloatingDivision,
  /// In a call, the function is replaced by another function of the same type.
  Call,
  /// A variable, parameter or constant is replaced by another variable or
  /// parameter of the same type.
  Variable,
  /// A field is replaced by another field of the same type in the same struct
  /// or class.
  Field,
  /// The right-hand side of an assignment, an argument or a returned value is
  /// replaced by another expression.
  Value,
  OperandDropped, ///< `a op b` becomes `a` or `b`.
  Negation,       ///< `!`, `-` or `~` is added or removed.
  /// `++` becomes `--` or the reverse, or the operator moves to the other side
  /// of its variable, as from `++i` to `i++`, or both.
  Step,
  ArgumentsSwapped, ///< Two arguments or two operands change places.
  /// A variable that is a copy of an object becomes a reference to the object.
  ByReference,
  /// A declaration that hides a variable of the same name and type becomes an
  /// assignment to that variable.
  OuterVariable,
  ConditionForced,  ///< A condition becomes always true, or always false.
  ConditionReduced, ///< A condition loses one operand of `&&` or `||`.
  /// A condition is joined by `&&` or `||` with another condition of the same
  /// function.
  ConditionExtended,
  StatementDeleted,
  StatementGuarded, ///< A statement `s;` becomes `if (c) s;`.
  StatementCopied, ///< A copy of another statement of the function is inserted.
  /// An assignment `v = c;` or `p->field = v;` is inserted.
  AssignmentInserted,
  JumpInserted, ///< A `return`, `break` or `continue` is inserted.
  Type,         ///< A variable gets a wider type of the same kind.
};
constexpr size_t mutationOperators =
    static_cast<size_t>(MutationOperator::Type) + 1;

/// Returns the name of a kind of mutation, such as "constant" or "relational",
/// for reports and JSON.
llvm::StringRef mutationOperatorName(MutationOperator kind);

/// A change of the source of one statement.
struct Mutation {
  MutationOperator kind = MutationOperator::Constant;
  std::string file; ///< Absolute path of the file, with links resolved.
  /// The place at which the changed statement begins. If a macro wrote the
  /// statement, this is where the macro is used.
  uint32_t line = 0, column = 0;
  /// The line of the changed text itself, which comes after `line` if the
  /// statement has several lines and a later one of them is changed.
  uint32_t changedLine = 0;
  std::string function; ///< The function's name as users write it.
  /// The changed line of the source: `before` is the line without the change,
  /// and `after` is the line with the change. If text is inserted, `before` is
  /// the line where it is inserted, and `after` is the inserted line alone.
  std::string before, after;
  bool isInsertion =
      false; ///< True if the line `after` is added and no text is removed.
  /// True if a macro wrote the changed text. In this case, `before` and `after`
  /// are the statement with the macro expanded.
  bool isInMacro = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MUTATION_H
