//===- WatchedPath.h - Paths relative to the working directory --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_WATCHEDPATH_H
#define PINSTRIPE_PREDICATE_WATCHEDPATH_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Whether a watched path names something below the working directory, so
/// that it has a place in any copy of that directory.
bool staysInWorkingDirectory(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_WATCHEDPATH_H
