// Saves and restores the x87 and vector registers of a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These registers must be restored when a process is rewound to its start.
// Otherwise, a partial execution that skips the return of a floating-point
// value would read what the last run has left in the registers.
//
// LLDB would need a packet for each of a hundred registers, so the process
// itself is made to execute XSAVE and XRSTOR. These instructions cover the x87
// stack with its tags, all vector registers, and the control words.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBEXTENDEDSTATE_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBEXTENDEDSTATE_H

#include "LLDB/LLDBProcess.h"
#include <optional>

namespace pinstripe {

/// The x87 and vector registers, as XSAVE stores them.
class ExtendedState {
public:
  /// Saves the x87 and vector registers of a stopped process. Returns nullopt
  /// if the processor has no XSAVE, or if the stack can't be used. Changes the
  /// general registers. For a moment, the instruction XSAVE replaces the code
  /// at `instruction`, which must have no breakpoints. The process must use no
  /// memory below the stack pointer `stack`.
  static llvm::Expected<std::optional<ExtendedState>>
  of(LLDBProcess &process, uint64_t instruction, uint64_t stack);
  /// Restores the x87 and vector registers. Changes the general registers, and
  /// memory below the stack pointer that was passed when the state was saved.
  llvm::Error restore(LLDBProcess &process) const;

private:
  ExtendedState(uint64_t instruction, uint64_t area, size_t size)
      : instruction(instruction), area(area), image(size) {}

  /// Two addresses in the process: the one at which XSAVE or XRSTOR is put into
  /// the code, and the one at which XSAVE stores the registers.
  uint64_t instruction, area;
  std::vector<uint8_t> image;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBEXTENDEDSTATE_H
