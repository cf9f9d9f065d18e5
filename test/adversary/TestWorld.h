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

/// Files and listeners that belong to the test alone: files such as a user has,
/// with the program's working directory and home, another folder under $TMPDIR,
/// and three listeners. The destructor removes all of them.
class TestWorld {
public:
  static llvm::Expected<TestWorld> create(llvm::StringRef folder);
  TestWorld(TestWorld &&other) noexcept = default;
  TestWorld &operator=(TestWorld &&other) = delete;
  ~TestWorld();

  std::string path(llvm::StringRef name) const {
    return root + "/" + name.str();
  }
  /// Returns the environment variables (NAME=VALUE) that programs/guard.h
  /// reads.
  std::vector<std::string> environment() const;
  /// Returns the files and folders that must never change.
  std::vector<std::string> guardedPaths() const;
  /// Returns the listeners to which somebody has connected since the last call.
  std::vector<std::string> takeConnections() const;
  /// Returns a number that no other running test has.
  long key() const { return ownKey; }
  /// Returns a variable that is in the environment of every process that the
  /// program starts.
  std::string mark() const;

private:
  TestWorld(std::string root, TemporaryDirectory elsewhere);
  llvm::Error furnish();
  llvm::Error listen();

  std::string root;
  TemporaryDirectory elsewhere;
  long ownKey;
  /// A file that this process has open for writing, as the tool has its
  /// database.
  FileDescriptor journal;
  FileDescriptor port, socket, abstractSocket;
  unsigned portNumber = 0;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_TESTWORLD_H
