// Makes states of a source tree from files that tests write down.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_REVISIONS_STATES_H
#define PINSTRIPE_TEST_REVISIONS_STATES_H

#include "TestSupport/Catch.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include "pinstripe/Revisions/WorkFolder.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace pinstripe {

/// A file of a tree that a test writes down. Without a path it leads to, it is
/// a regular file.
struct TestFile {
  std::string content;
  FileMode mode = FileMode::Plain;
  TestFile(const char *content) : content(content) {}
  TestFile(std::string content, FileMode mode = FileMode::Plain)
      : content(std::move(content)), mode(mode) {}
};

using TestTree = std::map<std::string, TestFile>;

inline void writeTree(const std::string &folder, const TestTree &tree) {
  llvm::cantFail(removeTree(folder));
  llvm::sys::fs::create_directories(folder);
  for (const auto &[path, file] : tree) {
    std::string place = folder + "/" + path;
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(place));
    if (file.mode == FileMode::Link) {
      REQUIRE(::symlink(file.content.c_str(), place.c_str()) == 0);
      continue;
    }
    std::ofstream(place, std::ios::binary) << file.content;
    ::chmod(place.c_str(), file.mode == FileMode::Executable ? 0755 : 0644);
  }
}

/// A store in a temporary folder.
struct TestStore {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  SourceStore store = llvm::cantFail(SourceStore::open(folder.file("store")));

  StateId state(const TestTree &tree) {
    writeTree(folder.file("written"), tree);
    return llvm::cantFail(store.addFolder(folder.file("written")));
  }
  SourceDifference difference(const TestTree &from, const TestTree &to) {
    return llvm::cantFail(differenceBetween(store, state(from), state(to)));
  }
  StateId mixed(const SourceDifference &difference,
                const Configuration &applied) {
    return llvm::cantFail(
        store.edited(difference.from, editsFor(difference, applied)));
  }
  /// Returns the content of a file with some changes applied.
  std::string mixedFile(const SourceDifference &difference,
                        llvm::ArrayRef<Element> applied, llvm::StringRef path) {
    Configuration configuration =
        Configuration::of(difference.changes.size(), applied);
    for (const FileEdit &edit : editsFor(difference, configuration))
      if (edit.path == path)
        return edit.isRemoved ? "removed" : edit.content;
    return "unchanged";
  }
};

/// Runs git. Returns whether it succeeded.
inline bool runGit(const std::string &folder, const TemporaryDirectory &scratch,
                   std::vector<std::string> arguments) {
  SubprocessSpec spec;
  spec.program = "/usr/bin/git";
  spec.arguments = std::move(arguments);
  spec.environment = {"HOME=" + scratch.path(),
                      "PATH=/usr/bin:/bin",
                      "GIT_CONFIG_NOSYSTEM=1",
                      "GIT_CEILING_DIRECTORIES=" + scratch.path(),
                      "GIT_AUTHOR_NAME=A",
                      "GIT_AUTHOR_EMAIL=a@example.org",
                      "GIT_AUTHOR_DATE=2000-01-01T00:00:00Z",
                      "GIT_COMMITTER_NAME=A",
                      "GIT_COMMITTER_EMAIL=a@example.org",
                      "GIT_COMMITTER_DATE=2000-01-01T00:00:00Z"};
  spec.workingDirectory = folder;
  spec.standardOutput = scratch.file("git.stdout");
  spec.standardError = scratch.file("git.stderr");
  SubprocessResult result = llvm::cantFail(runToEnd(spec));
  INFO(result.standardError);
  CHECK(result.ending == SubprocessResult::Ending::Exited);
  CHECK(result.status == 0);
  return result.status == 0;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_REVISIONS_STATES_H
