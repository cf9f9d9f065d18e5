// Describes small changes of the source: what if a statement had been written
// otherwise?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The field calls such a change a mutation, after DeMillo, Lipton and Sayward,
// "Hints on Test Data Selection" (IEEE Computer, 1978).

#ifndef PINSTRIPE_PROGRAM_MUTATION_H
#define PINSTRIPE_PROGRAM_MUTATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// The kinds of mutations. They are in the order in which they are tried: those
/// that find most defects with fewest runs come first.
enum class MutationOperator : uint8_t {
  Constant,   ///< Another constant stands in the place of a constant.
  Enumerator, ///< Another enumerator of the same type.
  Relational, ///< Another one of `<`, `<=`, `>`, `>=`, `==` and `!=`.
  Logical,    ///< `&&` in the place of `||`, or the other way round.
  Assignment, ///< Another one of `=`, `+=`, `-=`, ...
  Arithmetic, ///< Another one of `+`, `-`, `*`, `/`, `%`, or of the bit
              ///< operators.
  Call,       ///< A call of another function of the same type.
  /// Another variable or parameter of the same type, also for a constant.
  Variable,
  Field, ///< Another field of the same type in the same struct or class.
  /// Another right-hand side of an assignment, argument or returned value.
  Value,
  OperandDropped, ///< One operand of `a op b` stands alone.
  Negation,       ///< `!`, `-` or `~` is added or removed.
  Step,           ///< `++` in the place of `--`; before or after the variable.
  ArgumentsSwapped, ///< Two arguments, or two operands, in the other order.
  ConditionForced,  ///< A condition is always true, or always false.
  ConditionReduced, ///< A condition loses one operand of `&&` or `||`.
  /// A condition is joined by `&&` or `||` with another one of the function.
  ConditionExtended,
  StatementDeleted,
  StatementGuarded, ///< `if (c) s;` in the place of `s;`
  StatementCopied,  ///< A statement of the same function is executed here, too.
  AssignmentInserted, ///< `v = c;` or `p->field = v;` is added.
  JumpInserted,       ///< `return`, `break` or `continue` is added.
  Type,               ///< A variable gets a wider type of the same kind.
};
constexpr size_t mutationOperators =
    static_cast<size_t>(MutationOperator::Type) + 1;

/// Returns the name of the kind, for reports and JSON: "constant",
/// "relational",
/// ...
llvm::StringRef mutationOperatorName(MutationOperator kind);

/// A change of the source of one statement.
struct Mutation {
  MutationOperator kind = MutationOperator::Constant;
  std::string file; ///< Absolute path of the file, with links resolved.
  /// Where the changed statement begins. A statement of a macro counts as at
  /// the place where the macro is used.
  uint32_t line = 0, column = 0;
  /// The line of the changed text itself, which may be a later one than `line`
  /// if the statement has several lines.
  uint32_t changedLine = 0;
  std::string function; ///< Name of the function as users write it.
  /// The changed line of the source without and with the change, to be shown as
  /// a diff. If text is inserted, `before` is the line at which, and `after` is
  /// the inserted line alone.
  std::string before, after;
  bool isInsertion =
      false; ///< True if `after` is added and no text is removed.
  /// True if a macro wrote the changed text. Then `before` and `after` are the
  /// statement with the macro expanded.
  bool isInMacro = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MUTATION_H
