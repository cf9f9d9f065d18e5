// Makes a temporary folder for one command, and removes it when the command
// ends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_TEMPORARYFOLDER_H
#define PINSTRIPE_TOOLS_TEMPORARYFOLDER_H

#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <utility>

namespace pinstripe {

/// A new folder among the temporary files of the system. It is removed with all
/// that it holds when this object is destroyed.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create() {
    llvm::SmallString<128> path;
    if (std::error_code code =
            llvm::sys::fs::createUniqueDirectory("pinstripe", path))
      return llvm::make_error<FileError>(
          "can't make a temporary folder: " + code.message() +
          "; name a place that you may write to with TMPDIR");
    return TemporaryFolder(path.str().str());
  }
  TemporaryFolder(TemporaryFolder &&other) noexcept
      : location(std::exchange(other.location, std::string())) {}
  ~TemporaryFolder() {
    if (!location.empty())
      llvm::sys::fs::remove_directories(location);
  }
  const std::string &path() const { return location; }

private:
  explicit TemporaryFolder(std::string path) : location(std::move(path)) {}
  std::string location;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TEMPORARYFOLDER_H
