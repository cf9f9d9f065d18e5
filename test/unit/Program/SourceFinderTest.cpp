// Tests that sources are found where they are now.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/SourceFinder.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>

using namespace pinstripe;

namespace {

/// A folder with empty files.
struct Folder {
  explicit Folder(const std::vector<std::string> &names) {
    for (const std::string &name : names) {
      REQUIRE(!llvm::sys::fs::create_directories(
          llvm::sys::path::parent_path(file(name))));
      std::ofstream(file(name)) << "";
    }
  }
  std::string file(const std::string &name) const {
    return directory.path() + "/" + name;
  }

  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
};

} // namespace

TEST_CASE("a mapping replaces whole folders", "[program][sources]") {
  SourceFinder finder({{"/old", "/new"}, {"/old/gone.c", "/other/here.c"}}, "");
  CHECK(finder.find("/old/a/b.c") == "/new/a/b.c");
  CHECK(finder.find("/older/b.c") == "/older/b.c");
  REQUIRE(finder.unusedMapping());
  CHECK(finder.unusedMapping()->from == "/old/gone.c");
}

TEST_CASE("a mapping replaces folders that are reached by detours",
          "[program][sources]") {
  SourceFinder finder({{"/old/src", "/new"}}, "");
  CHECK(finder.find("/old/build/../src/b.c") == "/new/b.c");
  CHECK(finder.find("/old/src/./a/../b.c") == "/new/b.c");
  CHECK(finder.mapped("/old/src/") == "/new");
  CHECK(finder.find("/old/build/../other/b.c") == "/old/build/../other/b.c");
}

TEST_CASE("a mapping of `.` replaces the folder of relative paths",
          "[program][sources]") {
  SourceFinder finder({{".", "/new"}}, "");
  CHECK(finder.find("a/b.c") == "/new/a/b.c");
  CHECK(finder.find("./b.c") == "/new/b.c");
  CHECK(finder.mapped(".") == "/new");
  CHECK(finder.find("").empty());
  CHECK(finder.find("/old/b.c") == "/old/b.c");
}

TEST_CASE("a missing source is found by its name if only one file has it",
          "[program][sources]") {
  Folder folder({"src/one.c", "a/two.c", "b/two.c", ".hidden/three.c"});
  SourceFinder finder({}, folder.directory.path());
  CHECK(finder.find("/gone/one.c") == folder.file("src/one.c"));
  CHECK(finder.find("/gone/a/two.c") == folder.file("a/two.c"));
  for (const char *missing :
       {"/gone/two.c", "/gone/three.c", "/gone/four.c", "/usr/include/one.c"})
    CHECK(finder.find(missing) == missing);
  CHECK(finder.foundByName().size() == 2);
}

TEST_CASE("a source that is in its place is not looked for",
          "[program][sources]") {
  Folder folder({"one.c", "copy/one.c"});
  SourceFinder finder({}, folder.file("copy"));
  CHECK(finder.find(folder.file("one.c")) == folder.file("one.c"));
  CHECK(finder.foundByName().empty());
}

TEST_CASE("a mapping is FROM=TO, and TO exists", "[program][sources]") {
  Folder folder({"one.c"});
  auto parsed = parseSourceMap({"/old/=" + folder.directory.path() + "/"});
  REQUIRE(static_cast<bool>(parsed));
  CHECK(parsed->front().from == "/old");
  CHECK(parsed->front().to == folder.directory.path());
  for (std::string word : {"/old", "=/new", "/old=", "/old=/does/not/exist"}) {
    auto wrong = parseSourceMap({word});
    REQUIRE_FALSE(static_cast<bool>(wrong));
    llvm::consumeError(wrong.takeError());
  }
}
