// Names the variable to which bytes of a frame belong.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_FRAMEVARIABLES_H
#define PINSTRIPE_PROGRAM_FRAMEVARIABLES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe {

/// A local variable or parameter.
struct LocalVariable {
  std::string name;
  uint32_t line = 0; ///< Line of its declaration.
};

/// The local variables of traced functions by their places. The debug
/// information of a module is read when it is first needed.
class FrameVariables {
public:
  /// `table` must outlive the object.
  explicit FrameVariables(const UnitTable &table) : table(table) {}

  /// Returns the variable that has the byte at this distance from rbp. Returns
  /// nullopt if none has, as where a compiler keeps a value of its own. Errors
  /// are TargetErrors of a file that can't be read.
  llvm::Expected<std::optional<LocalVariable>> at(FunctionId function,
                                                  int64_t place);

private:
  struct Variable : LocalVariable {
    int64_t begin = 0, end = 0; ///< Its bytes, by distances from rbp.
  };
  /// The variables of a function, by its lowest table address.
  using Functions = std::map<uint64_t, std::vector<Variable>>;

  llvm::Expected<const Functions *> variablesOf(ModuleId module);

  const UnitTable &table;
  std::map<ModuleId, Functions> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_FRAMEVARIABLES_H
