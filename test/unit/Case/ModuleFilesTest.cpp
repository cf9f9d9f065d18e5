// Tests of the search for the libraries of --module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ModuleFiles.h"
#include "TestSupport/LinkedProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A program and a library for all tests of this file.
struct Linked : LinkedProgram {
  Linked()
      : LinkedProgram("gcc", Language::C,
                      {"int answer(void);\n",
                       "int answer(void) { return 42; }\n",
                       "#include \"shared.h\"\n"
                       "int main(void) { return answer(); }\n"}) {
    launch.program = program;
  }

  std::vector<std::string> find(std::vector<std::string> names) const {
    return orFail(findModules(names, launch));
  }
  std::string refusalOf(const std::string &name) const {
    auto files = findModules({name}, launch);
    REQUIRE_FALSE(static_cast<bool>(files));
    return llvm::toString(files.takeError());
  }
  /// Copies the library to another folder.
  std::string copyTo(const std::string &folderName) const {
    std::string folder = inFolder(folderName);
    REQUIRE(!llvm::sys::fs::create_directory(folder));
    std::string copy = folder + "/libtest.so.1";
    REQUIRE(!llvm::sys::fs::copy_file(library, copy));
    return copy;
  }

  LaunchSpec launch;
};

bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

} // namespace

TEST_CASE("A library is found by its SONAME, file name, -l name or path",
          "[driver][modules]") {
  Linked linked;
  const std::vector<std::string> expected{linked.library};
  CHECK(linked.find({}).empty());
  CHECK(linked.find({"libtest.so.1"}) == expected);
  CHECK(linked.find({"libtest.so.1.0"}) == expected);
  CHECK(linked.find({"test"}) == expected);
  CHECK(contains(linked.refusalOf("tes"), "not loaded when"));
  CHECK(linked.find({linked.library}) == expected);
  CHECK(linked.find({linked.inFolder("libtest.so")}) == expected);
  CHECK(linked.find({"libtest.so.1", linked.library}) == expected);
}

TEST_CASE("The environment of the runs decides which file is loaded",
          "[driver][modules]") {
  Linked linked;
  std::string other = linked.copyTo("other");
  linked.launch.environment = {"LD_PRELOAD=" + other};
  CHECK(linked.find({"libtest.so.1"}) == std::vector<std::string>{other});
  CHECK(linked.find({other}) == std::vector<std::string>{other});
  // The preloaded library has the same SONAME, so the library beside the
  // program is not loaded.
  std::string refusal = linked.refusalOf(linked.inFolder("libtest.so.1"));
  CHECK(contains(refusal, linked.program + " loads " + other + " instead"));
}

TEST_CASE(
    "A library that is not loaded at the start is refused with the remedy",
    "[driver][modules]") {
  Linked linked;
  std::string plugin = linked.inFolder("plugin.so");
  REQUIRE(!llvm::sys::fs::copy_file(linked.library, plugin));
  CHECK(linked.refusalOf(plugin) ==
        plugin + ": not loaded when " + linked.program +
            " starts, and what it loads later can't be traced; link it with "
            "the library, or give --env LD_PRELOAD=" +
            plugin);
  CHECK(contains(linked.refusalOf("libother.so"), "not loaded when"));
  std::string copy = linked.copyTo("other");
  CHECK(contains(linked.refusalOf(copy),
                 "instead; name that, or let it find this one with --env "
                 "LD_LIBRARY_PATH=" +
                     linked.inFolder("other")));
}

TEST_CASE("Names that can't be libraries are refused", "[driver][modules]") {
  Linked linked;
  CHECK(linked.refusalOf("./none.so") ==
        "./none.so: no such file; build it, or check the path");
  CHECK(linked.refusalOf(linked.program) ==
        linked.program +
            ": the program itself is traced anyway; leave out --module");
  CHECK(linked.refusalOf("") == "--module: give the name or path of a library");
  CHECK(contains(linked.refusalOf("linux-vdso.so.1"), "not loaded when"));
}

TEST_CASE("A library that is found relative to the folder of the runs is "
          "refused",
          "[driver][modules]") {
  Linked linked;
  linked.launch.environment = {"LD_PRELOAD=./libtest.so.1"};
  linked.launch.workingDirectory = linked.inFolder("");
  CHECK(contains(linked.refusalOf("libtest.so.1"),
                 "is found relative to this folder (./libtest.so.1), and runs "
                 "happen in a copy of it"));
}

TEST_CASE("A program whose libraries are missing is refused by its loader",
          "[driver][modules]") {
  Linked linked;
  REQUIRE(!llvm::sys::fs::remove(linked.inFolder("libtest.so.1")));
  std::string refusal = linked.refusalOf("libtest.so.1");
  CHECK(contains(refusal, "its libraries can't be loaded: "));
  CHECK(contains(refusal, "libtest.so.1"));
  CHECK(contains(refusal, "--env LD_LIBRARY_PATH=DIR"));
}

TEST_CASE("A static program has no libraries to trace", "[driver][modules]") {
  TestProgram program("gcc", Language::C, "int main(void) { return 0; }\n",
                      {"-g", "-O0", "-static"});
  LaunchSpec launch;
  launch.program = program.path;
  auto files = findModules({"libtest.so"}, launch);
  REQUIRE_FALSE(static_cast<bool>(files));
  CHECK(llvm::toString(files.takeError()) ==
        "libtest.so: " + program.path +
            " is linked statically and loads no libraries; link it without "
            "-static, or leave out --module");
}
