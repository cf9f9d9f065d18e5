// Checks the paths of observed files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ObservedPath.h"

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
