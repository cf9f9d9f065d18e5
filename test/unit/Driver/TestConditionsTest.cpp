// Tests what identifies the stored tests of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include <set>

using namespace pinstripe;

namespace {

/// Changes of conditions, each of which makes another test of the same events.
const std::vector<void (*)(TestConditions &)> changes = {
    [](TestConditions &each) { each.predicate.sameStdout = true; },
    [](TestConditions &each) { each.predicate.sameStderr = true; },
    [](TestConditions &each) { each.predicate.sameExit = true; },
    [](TestConditions &each) { each.predicate.sameCrash = true; },
    [](TestConditions &each) { each.predicate.keep = {"sum = .*"}; },
    [](TestConditions &each) { each.predicate.keep = {"sum = ", ".*"}; },
    // Output need not be UTF-8, so neither is an expression for a line of it.
    [](TestConditions &each) { each.predicate.keep = {"\xa5Z\xc3"}; },
    [](TestConditions &each) { each.predicate.keep = {"\xa5Z\xc4"}; },
    [](TestConditions &each) { each.predicate.keep = {"\xc2\xa5Z"}; },
    [](TestConditions &each) { each.predicate.sameFiles = {"sum = .*"}; },
    [](TestConditions &each) { each.predicate.watches = {"sum = .*"}; },
    [](TestConditions &each) { each.predicate.checks = {"sum = .*"}; },
    [](TestConditions &each) { each.poison = Poison::Zero; },
    [](TestConditions &each) { each.poison = Poison::Large; },
    [](TestConditions &each) { each.poison = Poison::Stale; },
    [](TestConditions &each) { each.flow = Flow::Guarded; },
    [](TestConditions &each) { each.unrecordedCalls = UnrecordedCalls::Skip; },
    [](TestConditions &each) { each.unrecordedCalls = UnrecordedCalls::Run; },
    [](TestConditions &each) { each.poisonsComputedStores = true; },
    [](TestConditions &each) { each.schedule = 1; },
    [](TestConditions &each) { each.schedule = uint64_t(-1); },
    [](TestConditions &each) { each.limits = {"memory=2G"}; },
    [](TestConditions &each) { each.limits = {"memory=2G", "output=1M"}; },
    [](TestConditions &each) { each.engine = "lldb"; },
};

} // namespace

TEST_CASE("conditions that differ in any value identify different tests",
          "[driver][stored]") {
  std::set<std::string> identities = {TestConditions().serialise()};
  for (auto change : changes) {
    TestConditions changed;
    change(changed);
    identities.insert(changed.serialise());
  }
  CHECK(identities.size() == changes.size() + 1);
}

TEST_CASE("conditions that are read back are the same", "[driver][stored]") {
  TestConditions all;
  for (auto change : changes) {
    change(all);
    auto copy = TestConditions::parse(all.serialise());
    REQUIRE(copy);
    CHECK(*copy == all);
    CHECK(copy->describe() == all.describe());
  }
}

TEST_CASE("the identity of tests does not depend on the words for people",
          "[driver][stored]") {
  TestConditions conditions;
  conditions.predicate.keep = {"sum = .*"};
  conditions.flow = Flow::Guarded;
  conditions.engine = "native";
  CHECK(
      conditions.serialise() ==
      R"({"checks":[],"computed":false,"crash":false,"engine":"native",)"
      R"("exit":false,"files":[],"flow":1,"keep":["sum = .*"],"limits":[],"poison":0,)"
      R"("stderr":false,"stdout":false,"unrecorded":0,"watches":[]})");
}

TEST_CASE("other texts are not conditions", "[driver][stored]") {
  TestConditions conditions;
  std::string text = conditions.serialise();
  CHECK_FALSE(TestConditions::parse(""));
  CHECK_FALSE(TestConditions::parse("{}"));
  CHECK_FALSE(TestConditions::parse("--same-stdout --poison pattern"));
  CHECK_FALSE(TestConditions::parse(text + text));
}
