//===- WatchedPath.cpp - Paths relative to the working directory ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WatchedPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

bool pinstripe::staysInWorkingDirectory(llvm::StringRef path) {
  llvm::SmallString<128> normal(path);
  llvm::sys::path::remove_dots(normal, /*remove_dot_dot=*/true);
  return !normal.empty() && normal != "." &&
         !llvm::sys::path::is_absolute(normal) && normal != ".." &&
         !normal.starts_with("../");
}
