// Finds the variable to which a given byte of a stack frame belongs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report on the use of uninitialised memory names the variable.

#ifndef PINSTRIPE_PROGRAM_FRAMEVARIABLES_H
#define PINSTRIPE_PROGRAM_FRAMEVARIABLES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe {

/// A local variable or parameter of a function.
struct LocalVariable {
  std::string name;
  uint32_t line = 0; ///< Line of the variable's declaration.
};

/// Finds local variables of traced functions by their places in stack frames.
/// The debug information of a module is read when it is first needed.
class FrameVariables {
public:
  /// The unit table `table` must outlive this object.
  explicit FrameVariables(const UnitTable &table) : table(table) {}

  /// Returns the variable of `function` to which a byte of the frame belongs.
  /// `place` is the distance of the byte from rbp. Returns nullopt if the byte
  /// belongs to no variable, for example because the compiler keeps a value of
  /// its own there. Returns a TargetError if a file can't be read.
  llvm::Expected<std::optional<LocalVariable>> at(FunctionId function,
                                                  int64_t place);

private:
  struct Variable : LocalVariable {
    /// The range of the variable's bytes in the frame: distances from rbp.
    int64_t begin = 0, end = 0;
  };
  /// Maps the lowest address of each function to the function's variables. The
  /// address is a table address: the address in the module's file plus a
  /// constant for each module (see UnitTable).
  using Functions = std::map<uint64_t, std::vector<Variable>>;

  llvm::Expected<const Functions *> variablesOf(ModuleId module);

  const UnitTable &table;
  std::map<ModuleId, Functions> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_FRAMEVARIABLES_H
