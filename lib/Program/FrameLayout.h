//===- FrameLayout.h - Prologue, epilogue and frame of a function -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Where a function's body begins, where its frame is torn
// down, and how large that frame is.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_FRAMELAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_FRAMELAYOUT_H

#include "FunctionCode.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Indices into FunctionCode::instructions.
struct FrameLayout {
  uint32_t bodyStart = 0;
  /// Start of the tear-down; none in functions that never return.
  std::optional<uint32_t> tearDown;
  std::optional<uint32_t> ret;
  /// All `ret`s with their tear-downs; gcc and clang write one at -O0.
  std::vector<std::pair<uint32_t, uint32_t>> tearDowns;
  uint32_t frameSize = 0;
  /// Stack depth of the body; none where rsp is moved by run-time amounts.
  std::optional<int64_t> baseDepth;
};

/// The error's text says why the function can't be used: no frame pointer,
/// realigned stack, ...
llvm::Expected<FrameLayout> findFrame(const DebugFunction &function,
                                      const FunctionCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_FRAMELAYOUT_H
