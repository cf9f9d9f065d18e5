// Tests of lookups in the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "TestTraces.h"
#include <set>

using namespace pinstripe;

TEST_CASE("An entry is found exactly at its address", "[program][table]") {
  UnitTable table =
      tableOf(1, 3); // The units are at 0x1010, 0x1018 and 0x1020.
  CHECK(table.entryAt(0x1010) == EntryId(0));
  CHECK(table.entryAt(0x1020) == EntryId(2));
  for (uint64_t address : {0x0, 0x100f, 0x1011, 0x1021})
    CHECK_FALSE(table.entryAt(address));
  CHECK_FALSE(UnitTable().entryAt(0));
}

TEST_CASE("An address tells its module and its place in the file",
          "[program][table]") {
  UnitTable table;
  table.modules = {{"/bin/prog", "", 0},
                   {"/lib/liba.so.1", "", moduleSpacing},
                   {"/lib/libb.so", "", 2 * moduleSpacing}};
  CHECK(table.moduleOf(0) == ModuleId(0));
  CHECK(table.moduleOf(moduleSpacing - 1) == ModuleId(0));
  CHECK(table.moduleOf(moduleSpacing) == ModuleId(1));
  CHECK(table.moduleOf(2 * moduleSpacing + 0x1139) == ModuleId(2));
  CHECK(table.fileAddress(0x1139) == 0x1139);
  CHECK(table.fileAddress(2 * moduleSpacing + 0x1139) == 0x1139);
  CHECK(table.libraryName(ModuleId(0)).empty());
  CHECK(table.libraryName(ModuleId(1)) == "liba.so.1");
  CHECK(table.programPath() == "/bin/prog");
}

TEST_CASE("A path below the user's folder is shown relative to it",
          "[program][table]") {
  UnitTable table;
  table.files = {"/src/a.c", "/src/lib/b.c", "/srcs/c.c", "/src"};
  for (const char *root : {"/src", "/src/"}) {
    table.userFolder = root;
    CHECK(table.displayPath(FileId(0)) == "a.c");
    CHECK(table.displayPath(FileId(1)) == "lib/b.c");
    CHECK(table.displayPath(FileId(2)) == "/srcs/c.c");
    CHECK(table.displayPath(FileId(3)) == "/src");
  }
  for (const char *root : {"", "/"}) {
    table.userFolder = root;
    CHECK(table.displayPath(FileId(1)) == "/src/lib/b.c");
  }
}

TEST_CASE("A path beside the user's folder is shown from there if shorter",
          "[program][table]") {
  UnitTable table;
  table.files = {"/home/me/sched/sched.cpp", "/home/me/sched/sub/a.c",
                 "/usr/include/c++/12/vector", "/home/you/b.c"};
  table.userFolder = "/home/me/sched/sub";
  CHECK(table.displayPath(FileId(0)) == "../sched.cpp");
  CHECK(table.displayPath(FileId(1)) == "a.c");
  CHECK(table.displayPath(FileId(2)) == "/usr/include/c++/12/vector");
  CHECK(table.displayPath(FileId(3)) == "/home/you/b.c");
  table.userFolder = "/home/me/build";
  CHECK(table.displayPath(FileId(0)) == "../sched/sched.cpp");
}

TEST_CASE("A file is named by the end of its path, or the way to it",
          "[program][table]") {
  UnitTable table;
  table.files = {"/home/me/src/a.c"};
  table.userFolder = "/home/me/build";
  for (const char *name :
       {"a.c", "src/a.c", "/home/me/src/a.c", "../src/a.c", "./../src/./a.c",
        "/home/me/src/./a.c", "/home/me/build/../src/a.c"})
    CHECK(table.isNamed(FileId(0), name));
  for (const char *name : {"", ".c", "c/a.c", "./a.c", "../a.c", "b.c",
                           "/src/a.c", "/home/me/a.c"})
    CHECK_FALSE(table.isNamed(FileId(0), name));
  for (const char *folder : {"/home/me", "/home/me/src", "/", "/home/m", ""}) {
    table.userFolder = folder;
    CHECK(table.isNamed(FileId(0), table.displayPath(FileId(0))));
  }
}

TEST_CASE(
    "A refused function of a system header holds no statements of the user",
    "[program][table]") {
  CHECK(RefusedFunction{"f", "", 1,
                        "built with optimisation; build it with "
                        "-O0"}
            .mayHoldStatements());
  CHECK_FALSE(
      RefusedFunction{"f", "", 1, "from a system header"}.mayHoldStatements());
}

TEST_CASE("Each unit kind has a name of its own", "[program][table]") {
  std::set<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(UnitKind::Line); ++kind)
    names.insert(unitKindName(static_cast<UnitKind>(kind)).str());
  CHECK(names.size() == 9);
  CHECK(unitKindName(UnitKind::Declaration) == "declaration");
  CHECK(unitKindName(UnitKind::Cleanup) == "cleanup");
  CHECK(unitKindWords(UnitKind::Declaration) == "declaration");
  CHECK(unitKindWords(UnitKind::Cleanup) == "clean-up");
}
