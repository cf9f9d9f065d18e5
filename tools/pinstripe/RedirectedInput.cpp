// Finds the file that a shell has made standard input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RedirectedInput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

std::string pinstripe::redirectedInput() {
  struct stat input, named;
  if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode) ||
      ::lseek(STDIN_FILENO, 0, SEEK_CUR) != 0)
    return "";
  llvm::SmallString<256> path, folder;
  if (llvm::sys::fs::real_path("/proc/self/fd/0", path) ||
      ::stat(path.c_str(), &named) != 0 || named.st_dev != input.st_dev ||
      named.st_ino != input.st_ino)
    return "";
  // A file below the current folder is named by its relative path, since users
  // read the name in results.
  llvm::StringRef name = path;
  if (!llvm::sys::fs::current_path(folder) && name.consume_front(folder) &&
      name.consume_front("/"))
    return name.str();
  return path.str().str();
}
