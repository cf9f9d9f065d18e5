// Tests the folder that shows one state of the source after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "States.h"
#include "pinstripe/Support/AtomicFile.h"

using namespace pinstripe;

static timespec timeOf(const std::string &path) {
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mtim;
}

static bool operator==(const timespec &a, const timespec &b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

TEST_CASE("only files that differ are written, and built files stay",
          "[revisions][folder]") {
  TestStore test;
  StateId first = test.state({{"a", "1\n"}, {"b", "1\n"}});
  StateId second = test.state({{"a", "1\n"}, {"b", "2\n"}});
  WorkFolder folder =
      llvm::cantFail(WorkFolder::create(test.folder.file("work")));
  llvm::cantFail(folder.show(test.store, first));
  CHECK_FALSE(folder.hasOtherFiles());
  llvm::cantFail(writeFileAtomically(folder.path() + "/built", "x"));
  timespec before = timeOf(folder.path() + "/a");
  llvm::cantFail(folder.show(test.store, second));
  CHECK_FALSE(folder.hasOtherFiles());
  CHECK(timeOf(folder.path() + "/a") == before);
  CHECK(llvm::cantFail(readFile(folder.path() + "/b")) == "2\n");
  CHECK(llvm::cantFail(readFile(folder.path() + "/built")) == "x");
  llvm::cantFail(folder.clear());
  llvm::cantFail(folder.show(test.store, first));
  CHECK(llvm::cantFail(test.store.addFolder(folder.path())) == first);
}

TEST_CASE("it is noticed when a file comes or goes", "[revisions][folder]") {
  TestStore test;
  StateId one = test.state({{"a", "1\n"}});
  StateId two = test.state({{"a", "1\n"}, {"dir/b", "1\n"}});
  WorkFolder folder =
      llvm::cantFail(WorkFolder::create(test.folder.file("work")));
  llvm::cantFail(folder.show(test.store, one));
  llvm::cantFail(folder.show(test.store, two));
  CHECK(folder.hasOtherFiles());
  llvm::cantFail(folder.show(test.store, one));
  CHECK(folder.hasOtherFiles());
  CHECK_FALSE(llvm::sys::fs::exists(folder.path() + "/dir"));
}

TEST_CASE("what a build has put in the place of a folder leads nowhere else",
          "[revisions][folder]") {
  TestStore test;
  StateId one = test.state({{"dir/a", "1\n"}});
  StateId two = test.state({{"dir/a", "2\n"}});
  std::string outside = test.folder.file("outside");
  llvm::sys::fs::create_directories(outside);
  WorkFolder folder =
      llvm::cantFail(WorkFolder::create(test.folder.file("work")));
  llvm::cantFail(folder.show(test.store, one));
  llvm::cantFail(removeTree(folder.path() + "/dir"));
  REQUIRE(::symlink(outside.c_str(), (folder.path() + "/dir").c_str()) == 0);
  llvm::cantFail(folder.show(test.store, two));
  CHECK(llvm::cantFail(readFile(folder.path() + "/dir/a")) == "2\n");
  CHECK_FALSE(llvm::sys::fs::exists(outside + "/a"));
}

TEST_CASE("files in deep folders are written and removed",
          "[revisions][folder]") {
  TestStore test;
  std::string deep;
  for (int i = 0; i < 40; ++i)
    deep += "a folder with a long name/";
  StateId one = test.state({{deep + "a", "1\n"}, {"b", "1\n"}});
  StateId two = test.state({{"b", "1\n"}});
  WorkFolder folder =
      llvm::cantFail(WorkFolder::create(test.folder.file("work")));
  llvm::cantFail(folder.show(test.store, one));
  CHECK(llvm::cantFail(readFile(folder.path() + "/" + deep + "a")) == "1\n");
  llvm::cantFail(folder.show(test.store, two));
  CHECK_FALSE(llvm::sys::fs::exists(folder.path() + "/a folder with a long "
                                                    "name"));
}
