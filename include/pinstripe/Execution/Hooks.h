// Lists the addresses at which an engine stops the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is a table address (LoadedModules.h) at which an engine takes control,
// together with what an arrival of control means there.

#ifndef PINSTRIPE_EXECUTION_HOOKS_H
#define PINSTRIPE_EXECUTION_HOOKS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// The meaning of a hook's address. An address may have several roles: the body
/// of a function often starts with the entry of its first unit.
struct HookPoint {
  FunctionId function{};
  std::optional<EntryId> entry;
  /// The operand that decides here. Such an address has no other role.
  std::optional<OperandId> operand;
  bool isFunctionEntry = false;
  bool isBodyStart = false;
  bool isExit = false;
  /// For a function entry: whether the function gets the address of its result
  /// as its first argument.
  bool hasHiddenResult = false;
};

/// Returns the set of functions that occur in a trace.
FunctionSet recordedFunctions(const UnitTable &table, const Trace &trace);

/// All hooks of a unit table, by address.
class HookMap {
public:
  explicit HookMap(const UnitTable &table);
  /// Returns the hook at a table address; null if there is none.
  const HookPoint *find(uint64_t address) const;

  /// Returns the sorted addresses of all hooks except those of operands.
  std::vector<uint64_t> forRecording() const;
  /// Returns the sorted addresses of the hooks at which operands decide.
  std::vector<uint64_t> ofOperands() const;
  /// Returns the sorted addresses of the hooks that partial executions need:
  /// the entries of all functions, and all other hooks of the functions in
  /// `recorded`. If unrecorded calls are to run, adds the exits of all
  /// functions, since the engine has to notice when such a call returns.
  std::vector<uint64_t> forExecution(const FunctionSet &recorded,
                                     UnrecordedCalls unrecorded) const;

private:
  HookPoint &at(uint64_t address, FunctionId function);

  llvm::DenseMap<uint64_t, HookPoint> points;
  llvm::DenseMap<uint64_t, HookPoint> operandPoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKS_H
