//===- FunctionCode.h - Control flow and live registers of a function -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Successors, live registers and stack depth before each
// instruction of one machine function.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_FUNCTIONCODE_H
#define PINSTRIPE_LIB_PROGRAM_FUNCTIONCODE_H

#include "DebugInfo.h"
#include "pinstripe/Program/MachineCode.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// All vectors are indexed like `instructions`.
struct FunctionCode {
  std::vector<Instruction> instructions;
  std::vector<std::vector<uint32_t>> successors;
  std::vector<std::vector<uint32_t>> predecessors;
  /// Control may come from elsewhere than the instruction before: target of
  /// a jump, of a jump table, label whose address is taken, landing pad.
  std::vector<bool> isTarget;
  /// Code between a landing pad and the end of unwinding there: entered by
  /// the unwinder only, and not to be left or entered by us.
  std::vector<bool> isUnwinding;
  std::vector<RegisterSet> liveIn;
  /// rsp - rbp before the instruction; none where it can't be known.
  std::vector<std::optional<int64_t>> depth;
  /// Name of the function that a call calls; empty if unknown.
  std::vector<std::string> callee;

  size_t size() const { return instructions.size(); }
  /// The instruction before in address order, if control falls through.
  bool fallsInto(uint32_t index) const;
};

/// None if some byte of the function is no instruction.
std::optional<FunctionCode> analyzeCode(const DebugFunction &function,
                                        const DebugInfo &info,
                                        const Decoder &decoder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_FUNCTIONCODE_H
