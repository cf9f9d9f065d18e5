// Tests of the comparison of machines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/CaseParcel.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static const MachineTraits searching = {{{"/lib/c.so", "1"}, {"/prog", "2"}},
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
