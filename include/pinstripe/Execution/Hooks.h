// Lists the addresses at which an engine takes control of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such an address is called a hook. The file also tells what it means if
// control arrives at a hook: a statement begins, a function is entered or left,
// or an operand of `&&`, `||` or `?` decides.

#ifndef PINSTRIPE_EXECUTION_HOOKS_H
#define PINSTRIPE_EXECUTION_HOOKS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Tells what it means if control arrives at a hook, an address at which the
/// engine takes control. Several fields may be set at once. For example, the
/// first statement of a function often begins at the address at which the
/// function's body begins.
struct HookPoint {
  FunctionId function{};
  std::optional<EntryId> entry;
  /// The operand of `&&`, `||` or `?` on whose value the instruction at the
  /// hook branches; nullopt if there is none. In live flow, where a run can
  /// force that value, a hook with an operand has no other meaning.
  std::optional<OperandId> operand;
  /// True if the instruction at the hook reads processor flags inside a
  /// statement (see FlagReader). The hook then has no other meaning in guarded
  /// flow, which checks how the program decides.
  bool readsFlags = false;
  bool isFunctionEntry = false;
  bool isBodyStart = false;
  bool isExit = false;
  /// True if the hook is the entry of a function that returns its result in
  /// memory. The caller passes the address of this memory as the first
  /// argument.
  bool hasHiddenResult = false;
};

/// Returns the set of functions that occur in a trace.
FunctionSet recordedFunctions(const UnitTable &table, const Trace &trace);

/// All hooks of a program. A hook is an address at which the engine takes
/// control. The addresses are table addresses: each is the address in its
/// module's file plus a constant for this module (see UnitTable).
class HookMap {
public:
  explicit HookMap(const UnitTable &table);
  /// Returns the hook at `address`; null if there is none. `address` is a table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  const HookPoint *find(uint64_t address) const;

  /// Returns the sorted addresses of all hooks except those inside statements.
  /// At the hooks inside statements, operands decide or flags are read.
  std::vector<uint64_t> forRecording() const;
  /// Returns the sorted addresses of the hooks at instructions of the functions
  /// `recorded` that read processor flags (see FlagReader).
  std::vector<uint64_t> ofFlagReaders(const FunctionSet &recorded) const;
  /// Returns the sorted addresses of the hooks that partial executions need.
  /// These are the entries of all functions, and all hooks of the functions in
  /// `recorded`, which occur in the trace. If `unrecorded` is Run, a run
  /// executes calls that the recorded run did not make. Then the exits of all
  /// functions are added, so that the engine notices when such a call returns.
  std::vector<uint64_t> forExecution(const FunctionSet &recorded,
                                     UnrecordedCalls unrecorded) const;

private:
  HookPoint &at(uint64_t address, FunctionId function);

  llvm::DenseMap<uint64_t, HookPoint> points;
  llvm::DenseMap<uint64_t, HookPoint> innerPoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKS_H
