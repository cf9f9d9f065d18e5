// Describes the frame of a function: its body, its tear-down and its size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H

#include "Code/FunctionCode.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// The frame of a function; positions index FunctionCode::instructions.
struct FrameLayout {
  uint32_t bodyStart = 0;
  /// Start of the frame's tear-down; nullopt if the function never returns.
  std::optional<uint32_t> tearDown;
  std::optional<uint32_t> ret;
  /// Each `ret` with the start of its tear-down. At -O0 gcc and clang write one
  /// `ret`.
  std::vector<std::pair<uint32_t, uint32_t>> tearDowns;
  uint32_t frameSize = 0;
  /// rsp - rbp between statements; nullopt if the function moves rsp by amounts
  /// that only the run knows.
  std::optional<int64_t> baseDepth;
};

/// Finds the frame of a function. The text of an error says why the function
/// can't be traced: no frame pointer, realigned stack, ...
llvm::Expected<FrameLayout> findFrame(const DebugFunction &function,
                                      const FunctionCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H
