//===- FunctionFlow.h - Where control may come into a function --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Instrumentation. A function's instructions and its barriers: the
// places that control may reach otherwise than from the instruction before.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H
#define PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include <optional>

namespace pinstripe {

/// Sorted. Where the near jumps of all of the module lead, as far as that is
/// within `span`: parts of optimised functions lie apart and jump to each
/// other. Found without decoding, so some are none.
std::vector<uint64_t> nearJumpTargets(const ModuleCode &module, CodeRange span);

class FunctionFlow {
public:
  /// None if some byte of the function is no instruction. `jumpTargets` are
  /// those of the module.
  static std::optional<FunctionFlow> read(const ModuleCode &module,
                                          CodeRange range,
                                          llvm::ArrayRef<uint64_t> jumpTargets,
                                          const Decoder &decoder);

  CodeRange range;
  std::vector<Instruction> instructions;
  /// Sorted. Targets of jumps, return addresses, entries of jump tables,
  /// labels whose address is taken, code addresses in data, landing pads,
  /// symbols. Where an indirect jump could lead anywhere: all instructions.
  std::vector<uint64_t> barriers;

  bool isBarrier(uint64_t address) const;
  /// The first one behind `address`; the largest number if there is none.
  uint64_t nextBarrier(uint64_t address) const;

private:
  void addBranches();
  void addLabels(const ModuleCode &module);
  void addOverlaps();
  void addOffsetTables(const ModuleCode &module, uint64_t base,
                       const std::set<uint64_t> &tables);
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H
