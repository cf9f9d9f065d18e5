// Makes files, folders and listeners that a harmful program must not touch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_TESTWORLD_H
#define PINSTRIPE_TEST_ADVERSARY_TESTWORLD_H

#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe::adversary {

/// A world of the test's own: files such as a user has, with the program's
/// working directory and home; another folder under $TMPDIR; and three
/// listeners. All of it is removed with the object.
class TestWorld {
public:
  static llvm::Expected<TestWorld> create(llvm::StringRef folder);
  TestWorld(TestWorld &&other) noexcept = default;
  TestWorld &operator=(TestWorld &&other) = delete;
  ~TestWorld();

  std::string path(llvm::StringRef name) const {
    return root + "/" + name.str();
  }
  /// Returns the environment NAME=VALUE that programs/guard.h reads.
  std::vector<std::string> environment() const;
  /// Returns the files and folders that must never change.
  std::vector<std::string> guardedPaths() const;
  /// Returns the listeners that somebody has connected to since the last call.
  std::vector<std::string> takeConnections() const;
  /// A number that no other running test has.
  long key() const { return ownKey; }
  /// A variable in the environment of every process that the program starts.
  std::string mark() const;

private:
  TestWorld(std::string root, TemporaryDirectory elsewhere);
  llvm::Error furnish();
  llvm::Error listen();

  std::string root;
  TemporaryDirectory elsewhere;
  long ownKey;
  /// A file that this process has open for writing, as the tool has its
  /// journal.
  FileDescriptor journal;
  FileDescriptor port, socket, abstractSocket;
  unsigned portNumber = 0;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_TESTWORLD_H
