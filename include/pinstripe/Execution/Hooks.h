// Lists the addresses at which an engine stops the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address of a unit table at which an engine takes control, with
// what an arrival there means. LoadedModules.h says what a table address is.

#ifndef PINSTRIPE_EXECUTION_HOOKS_H
#define PINSTRIPE_EXECUTION_HOOKS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// The meaning of one address. An address may have several roles: the body of a
/// function often starts with the entry of its first unit.
struct HookPoint {
  FunctionId function{};
  std::optional<EntryId> entry;
  /// The operand that decides here; such an address has no other role.
  std::optional<OperandId> operand;
  bool isFunctionEntry = false;
  bool isBodyStart = false;
  bool isExit = false;
  /// For a function entry: whether the first argument is the address of the
  /// result.
  bool hasHiddenResult = false;
};

/// Returns the set of functions that occur in a trace, by FunctionId.
FunctionSet recordedFunctions(const UnitTable &table, const Trace &trace);

/// All hooks of a unit table, by address.
class HookMap {
public:
  explicit HookMap(const UnitTable &table);
  /// Returns null if there is no hook at this table address.
  const HookPoint *find(uint64_t address) const;

  /// Returns the sorted addresses that a recording needs: all but operands.
  std::vector<uint64_t> forRecording() const;
  /// Returns the sorted addresses at which operands decide.
  std::vector<uint64_t> ofOperands() const;
  /// Returns the sorted addresses that partial executions need: the entries of
  /// all functions, and everything else in the functions that were `recorded`.
  /// If unrecorded calls run, the exits of all functions are included, since
  /// the engine has to notice when such a call returns.
  std::vector<uint64_t> forExecution(const FunctionSet &recorded,
                                     UnrecordedCalls unrecorded) const;

private:
  HookPoint &at(uint64_t address, FunctionId function);

  llvm::DenseMap<uint64_t, HookPoint> points;
  llvm::DenseMap<uint64_t, HookPoint> operandPoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKS_H
