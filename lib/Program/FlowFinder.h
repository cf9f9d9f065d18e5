//===- FlowFinder.h - Where control goes from an entry ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_FLOWFINDER_H
#define PINSTRIPE_LIB_PROGRAM_FLOWFINDER_H

#include "EntryFinder.h"

namespace pinstripe {

/// Completes the entries of `model`, whose addresses are those of the file.
void findFlow(const FunctionCode &code, const FrameLayout &frame,
              FunctionModel &model);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_FLOWFINDER_H
