//===- World.h - What the host has to lose ----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_WORLD_H
#define PINSTRIPE_TEST_ADVERSARY_WORLD_H

#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe::adversary {

/// Files as a user has them, in a folder of the test's own, with the program's
/// working directory and home; one folder more under $TMPDIR; and three places
/// that listen. All of it goes with the object.
class World {
public:
  static llvm::Expected<World> create(llvm::StringRef folder);
  World(World &&other) noexcept = default;
  World &operator=(World &&other) = delete;
  ~World();

  std::string path(llvm::StringRef name) const {
    return root + "/" + name.str();
  }
  /// NAME=VALUE, as programs/guard.h asks for it.
  std::vector<std::string> environment() const;
  /// What must never change.
  std::vector<std::string> watched() const;
  /// Each that somebody has talked to since the last time.
  std::vector<std::string> takeConnections() const;
  /// Unlike that of any other test that is under way.
  long key() const { return ownKey; }
  /// In the environment of every process that the program starts.
  std::string mark() const;

private:
  World(std::string root, TemporaryDirectory elsewhere);
  llvm::Error furnish();
  llvm::Error listen();

  std::string root;
  TemporaryDirectory elsewhere;
  long ownKey;
  /// Of the tool: open for writing as its journal would be.
  FileDescriptor journal;
  FileDescriptor port, socket, abstractSocket;
  unsigned portNumber = 0;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_WORLD_H
