//===- DirectoryTree.h - Folders that can be thrown away -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_DIRECTORYTREE_H
#define PINSTRIPE_SUPPORT_DIRECTORYTREE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Removes a folder with all that is in it, or a file. Never follows a
/// symbolic link, and gets past folders that the program under test has made
/// unreadable. Nothing there is no error.
llvm::Error removeTree(llvm::StringRef path);

/// As removeTree for the entry `name` of the open folder `directory`; 0 or an
/// errno.
int removeTreeAt(int directory, const char *name);

/// A folder of our own under $TMPDIR, removed with its content when the
/// object goes.
class TemporaryDirectory {
public:
  static llvm::Expected<TemporaryDirectory> create();
  TemporaryDirectory(TemporaryDirectory &&other) noexcept;
  TemporaryDirectory &operator=(TemporaryDirectory &&other) noexcept;
  ~TemporaryDirectory();

  const std::string &path() const { return location; }
  std::string file(llvm::StringRef name) const;

private:
  explicit TemporaryDirectory(std::string path) : location(std::move(path)) {}
  void remove();
  std::string location;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_DIRECTORYTREE_H
