// Analyses the control flow, live registers and stack depth of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H
#define PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H

#include "Binary/DebugInfo.h"
#include "pinstripe/Program/MachineCode.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The instructions of a function and what is known about their control flow.
/// Each vector has one element for each instruction.
struct FunctionCode {
  std::vector<Instruction> instructions;
  std::vector<std::vector<uint32_t>> successors;
  std::vector<std::vector<uint32_t>> predecessors;
  /// True if control can come to the instruction from elsewhere than from the
  /// instruction just before it. For example, the instruction may be the target
  /// of a jump, or a landing pad, at which exceptions enter the function.
  std::vector<bool> isTarget;
  /// True for code that is executed while an exception is unwound. Such code
  /// begins at a landing pad. It ends at the call that begins a catch block, or
  /// where the exception leaves the function. Only the unwinder enters this
  /// code. Pinstripe must not send control into it or out of it.
  std::vector<bool> isUnwinding;
  std::vector<RegisterSet> liveIn;
  /// The stack depth before each instruction, which is the difference rsp -
  /// rbp. The depth is nullopt if it is unknown.
  std::vector<std::optional<int64_t>> depth;
  /// For each call instruction, the name of the called function; empty if it is
  /// unknown.
  std::vector<std::string> callee;

  size_t size() const { return instructions.size(); }
  /// Returns true if control can go to the instruction `index` directly from
  /// the instruction before it in memory.
  bool fallsInto(uint32_t index) const;
};

/// Analyses the code of a function. Returns nullopt if some bytes are not
/// instructions.
std::optional<FunctionCode> analyzeCode(const DebugFunction &function,
                                        const DebugInfo &info,
                                        const Decoder &decoder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_FUNCTIONCODE_H
