// Removes whole folders, and provides temporary ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_DIRECTORYTREE_H
#define PINSTRIPE_SUPPORT_DIRECTORYTREE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pinstripe {

/// Removes a file, or a folder with its content. Does not follow symbolic
/// links. Also removes folders that the program under test has made unreadable.
/// It is not an error if nothing exists at `path`.
llvm::Error removeTree(llvm::StringRef path);

/// Removes the entry `name` of the open folder `directory`. The entry is a
/// file, or a folder with its content. Returns 0, or an errno value if that
/// fails.
int removeTreeAt(int directory, const char *name);

/// Returns the names of all entries of an open folder except for "." and "..";
/// nullopt with errno set if that fails.
std::optional<std::vector<std::string>> namesIn(int directory);

/// A new folder in $TMPDIR, or in /tmp if that is not set. The destructor
/// removes the folder with its content.
class TemporaryDirectory {
public:
  static llvm::Expected<TemporaryDirectory> create();
  TemporaryDirectory(TemporaryDirectory &&other) noexcept
      : location(std::exchange(other.location, std::string())) {}
  TemporaryDirectory &operator=(TemporaryDirectory &&other) noexcept {
    std::swap(location, other.location);
    return *this;
  }
  ~TemporaryDirectory();

  const std::string &path() const { return location; }
  std::string file(llvm::StringRef name) const;

private:
  explicit TemporaryDirectory(std::string path) : location(std::move(path)) {}
  std::string location;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_DIRECTORYTREE_H
