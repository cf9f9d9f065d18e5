//===- Hooks.h - Where engines take control -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses of a unit table at which an engine stops the program, and
// what each of them means. Table addresses; see LoadedModules.h.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_HOOKS_H
#define PINSTRIPE_EXECUTION_HOOKS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// One address. Several roles may meet there: the body often starts with the
/// entry of its first unit.
struct HookPoint {
  FunctionId function{};
  std::optional<EntryId> entry;
  /// Nothing else is there then.
  std::optional<OperandId> operand;
  bool isFunctionEntry = false;
  bool isBodyStart = false;
  bool isExit = false;
  /// At the entry: the first argument is the address of the result.
  bool hasHiddenResult = false;
};

/// The functions that occur in a trace, one bit each.
llvm::BitVector recordedFunctions(const UnitTable &table, const Trace &trace);

/// All hook points of a unit table.
class HookMap {
public:
  explicit HookMap(const UnitTable &table);
  /// Null if there is no hook at this table address.
  const HookPoint *find(uint64_t address) const;

  /// Sorted addresses that a recording needs: all of them.
  std::vector<uint64_t> forRecording() const;
  /// Sorted addresses of operands.
  std::vector<uint64_t> ofOperands() const;
  /// Sorted addresses that partial executions need: the entries of all
  /// functions, everything else only in the functions that were `recorded`.
  /// Where unrecorded calls run, the exits too, to see those calls return.
  std::vector<uint64_t> forExecution(const llvm::BitVector &recorded,
                                     UnrecordedCalls unrecorded) const;

private:
  HookPoint &at(uint64_t address, FunctionId function);

  llvm::DenseMap<uint64_t, HookPoint> points;
  llvm::DenseMap<uint64_t, HookPoint> operandPoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_HOOKS_H
