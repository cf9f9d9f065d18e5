// Tests of the comparison of machines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/Machine.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

static const MachineTraits searching = {{{"/lib/c.so", "1"}, {"/prog", "2"}},
                                        {{"/check.sh", "3"}},
                                        {"avx2", "sse2"}};

TEST_CASE("Machines with the same files and features do not differ",
          "[remote][parcel]") {
  CHECK(describeDifference(searching, searching) == "");
}

TEST_CASE("A machine that differs is refused with the difference",
          "[remote][parcel]") {
  MachineTraits lane = searching;
  std::string expected;
  SECTION("another file") {
    lane.files["/lib/c.so"] = "3";
    expected = "its /lib/c.so is another file";
  }
  SECTION("a missing library") {
    lane.files.erase("/lib/c.so");
    expected = "its program does not load /lib/c.so";
  }
  SECTION("one more library") {
    lane.files["/lib/more.so"] = "4";
    expected = "its program also loads /lib/more.so";
  }
  SECTION("a missing file that is named") {
    lane.namedFiles.clear();
    expected = "it has no /check.sh";
  }
  SECTION("another file that is named") {
    lane.namedFiles["/check.sh"] = "4";
    expected = "its /check.sh is another file";
  }
  SECTION("a lacking feature") {
    lane.features = {"sse2"};
    expected = "its processor lacks avx2";
  }
  SECTION("one more feature") {
    lane.features = {"avx2", "avx512f", "sse2"};
    expected = "its processor also has avx512f, which libraries may use";
  }
  CHECK(describeDifference(searching, lane) == expected);
}

TEST_CASE("This machine is described by its program and libraries",
          "[remote][parcel]") {
  LaunchSpec launch;
  launch.program = "/bin/true";
  launch.workingDirectory = "/";
  MachineTraits traits = llvm::cantFail(describeMachine(launch));
  CHECK(traits.files.contains("/bin/true"));
  CHECK(traits.files.size() >= 2);
  CHECK(!traits.features.empty());
  for (const auto &[path, hash] : traits.files)
    CHECK(!hash.empty());
}

TEST_CASE("A test depends on scripts and on files that command lines name",
          "[remote][parcel]") {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  for (const char *name : {"prog.sh", "in.txt", "data", "given", "check.sh"})
    llvm::cantFail(writeFileAtomically(folder.file(name), "#!/bin/sh\n"));
  for (const char *name : {"prog.sh", "check.sh"})
    REQUIRE(!llvm::sys::fs::setPermissions(folder.file(name),
                                           llvm::sys::fs::all_all));
  FailingProgram program;
  LaunchSpec &launch = program.setting.launch;
  launch.program = folder.file("prog.sh");
  launch.workingDirectory = folder.path();
  launch.arguments = {"in.txt", "--data=" + folder.file("data"), "given",
                      "none"};
  program.predicate.checks = {folder.file("check.sh") + " -v"};
  program.right.program = "/bin/true";
  Materials failing;
  failing.files = {{"given", "content"}};
  MachineTraits traits = llvm::cantFail(describeMachine(program, failing));
  CHECK(traits.files.contains(launch.program));
  CHECK(traits.files.contains("/bin/true"));
  // The reference is an ELF file with libraries, the script is not.
  CHECK(traits.files.size() >= 3);
  std::vector<std::string> named;
  for (const auto &[path, hash] : traits.namedFiles)
    named.push_back(path);
  CHECK(named == std::vector<std::string>{folder.file("check.sh"),
                                          folder.file("data"),
                                          folder.file("in.txt")});
}

TEST_CASE("Another build of pinstripe is refused", "[remote][parcel]") {
  auto describeHere = [] { return searching; };
  RequiredMachine required = requireSame(searching);
  CHECK(!checkMachine(required, describeHere));
  required.tool += "x";
  CHECK(llvm::toString(checkMachine(required, describeHere)) ==
        "it has another build of pinstripe");
}
