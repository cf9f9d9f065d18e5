//===- LLDBExtendedState.h - x87 and vector registers -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What XSAVE saves: the x87 stack with its tags, the vector registers whole,
// their control words. A partial execution that skips the return of a floating
// point value reads what the last one left there. LLDB has a packet for each
// of a hundred registers; the processor has one instruction for all.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LLDBEXTENDEDSTATE_H
#define PINSTRIPE_LIB_EXECUTION_LLDBEXTENDEDSTATE_H

#include "LLDBSession.h"
#include <optional>

namespace pinstripe {

class ExtendedState {
public:
  /// Of the session's stopped process; nothing where the processor has no
  /// XSAVE. Leaves the general registers in disorder. `instruction` is the
  /// address of some code without breakpoints, `stack` a stack pointer with
  /// free room below.
  static llvm::Expected<std::optional<ExtendedState>>
  of(LLDBSession &session, uint64_t instruction, uint64_t stack);
  /// Leaves the general registers in disorder, and memory below `stack`.
  llvm::Error restore(LLDBSession &session) const;

private:
  ExtendedState(uint64_t instruction, uint64_t area, size_t size)
      : instruction(instruction), area(area), image(size) {}

  uint64_t instruction, area; ///< where code and image are put
  std::vector<uint8_t> image;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDBEXTENDEDSTATE_H
