// Describes the control flow, live registers and stack depth of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H
#define PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H

#include "Binary/DebugInfo.h"
#include "pinstripe/Program/MachineCode.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The code of a function; each vector has an element for each instruction.
struct FunctionCode {
  std::vector<Instruction> instructions;
  std::vector<std::vector<uint32_t>> successors;
  std::vector<std::vector<uint32_t>> predecessors;
  /// True if control may come from an instruction other than the previous one:
  /// the target of a jump or jump table, a label whose address is taken, a
  /// landing pad.
  std::vector<bool> isTarget;
  /// True from a landing pad to the end of the unwinding that it does. Only the
  /// unwinder enters this code, and no hook may enter or leave it.
  std::vector<bool> isUnwinding;
  std::vector<RegisterSet> liveIn;
  /// rsp - rbp before the instruction; nullopt if it can't be told.
  std::vector<std::optional<int64_t>> depth;
  /// Name of the function that a call instruction calls; empty if unknown.
  std::vector<std::string> callee;

  size_t size() const { return instructions.size(); }
  /// Returns true if control goes to this instruction from the one before it.
  bool fallsInto(uint32_t index) const;
};

/// Analyses a function; returns nullopt if some bytes are not instructions.
std::optional<FunctionCode> analyzeCode(const DebugFunction &function,
                                        const DebugInfo &info,
                                        const Decoder &decoder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H
