// Finds the prologue, the epilogue and the frame of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H

#include "Code/FunctionCode.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Describes the frame of a function. Instructions are given as indices into
/// FunctionCode::instructions.
struct FrameLayout {
  uint32_t bodyStart = 0;
  /// Index of the first instruction that tears down the frame; nullopt if the
  /// function never returns.
  std::optional<uint32_t> tearDown;
  std::optional<uint32_t> ret;
  /// Has a pair of instruction indices for each `ret` of the function: the
  /// index at which the tear-down of the frame begins, and the index of the
  /// `ret`. At -O0 gcc and clang write only one `ret`.
  std::vector<std::pair<uint32_t, uint32_t>> tearDowns;
  uint32_t frameSize = 0;
  /// The value of rsp - rbp between statements; nullopt if the function moves
  /// rsp by amounts that are known only at run time.
  std::optional<int64_t> baseDepth;
};

/// Finds the frame of a function. If the function can't be traced, the text of
/// the error says why: no frame pointer, realigned stack, ...
llvm::Expected<FrameLayout> findFrame(const DebugFunction &function,
                                      const FunctionCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_FRAMELAYOUT_H
