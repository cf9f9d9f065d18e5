// Tests of temporary folders and of removing folders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/DirectoryTree.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

bool exists(const std::string &path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0;
}

void makeFolder(const std::string &path) {
  REQUIRE(::mkdir(path.c_str(), 0755) == 0);
}

void makeFile(const std::string &path) {
  llvm::cantFail(writeFileAtomically(path, "content"));
}

} // namespace

TEST_CASE("A temporary directory is removed with its object",
          "[support][tree]") {
  auto directory = std::optional(llvm::cantFail(TemporaryDirectory::create()));
  std::string path = directory->path();
  makeFolder(directory->file("a"));
  makeFile(directory->file("a/file"));
  TemporaryDirectory moved = std::move(*directory);
  directory.reset();
  CHECK(exists(path + "/a/file"));
  moved = llvm::cantFail(TemporaryDirectory::create());
  CHECK_FALSE(exists(path));
}

TEST_CASE("Removing a tree does not follow symbolic links", "[support][tree]") {
  TemporaryDirectory outside = llvm::cantFail(TemporaryDirectory::create());
  TemporaryDirectory inside = llvm::cantFail(TemporaryDirectory::create());
  makeFile(outside.file("precious"));
  std::string tree = inside.file("tree");
  makeFolder(tree);
  REQUIRE(::symlink(outside.path().c_str(), (tree + "/link").c_str()) == 0);
  std::string direct = inside.file("direct");
  REQUIRE(::symlink(outside.path().c_str(), direct.c_str()) == 0);
  llvm::cantFail(removeTree(tree));
  llvm::cantFail(removeTree(direct));
  CHECK_FALSE(exists(tree));
  CHECK_FALSE(exists(direct));
  CHECK(exists(outside.file("precious")));
}

TEST_CASE("Removing a tree gets past folders without permissions",
          "[support][tree]") {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  std::string tree = directory.file("tree");
  makeFolder(tree);
  makeFolder(tree + "/sealed");
  makeFile(tree + "/sealed/file");
  REQUIRE(::chmod((tree + "/sealed").c_str(), 0) == 0);
  REQUIRE(::chmod(tree.c_str(), 0500) == 0);
  llvm::cantFail(removeTree(tree));
  CHECK_FALSE(exists(tree));
}

TEST_CASE("Removing a path that does not exist succeeds", "[support][tree]") {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  CHECK_FALSE(llvm::errorToBool(removeTree(directory.file("absent"))));
}

TEST_CASE("An error names the path that can't be removed", "[support][tree]") {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  makeFile(directory.file("file"));
  std::string path = directory.file("file/below");
  CHECK(llvm::toString(removeTree(path)) ==
        path + ": can't remove: Not a directory");
}
