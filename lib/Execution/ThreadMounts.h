//===- ThreadMounts.h - A thread that sees other folders --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs that something else starts for us, here LLDB: what they see is
// what the thread sees that starts them. Only root may change that.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_THREADMOUNTS_H
#define PINSTRIPE_LIB_EXECUTION_THREADMOUNTS_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Whether a thread may have mounts of its own here. Tries it.
bool canHaveThreadMounts();

/// From now on this thread, and all that it starts, see `folder` at the place
/// of `place`.
llvm::Error mountForThread(const std::string &folder, const std::string &place);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_THREADMOUNTS_H
