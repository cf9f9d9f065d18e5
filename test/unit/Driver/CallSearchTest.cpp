// Tests the search for arguments of a call: its results, what it remembers, and
// searches that make several runs at once (in lanes).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/NumberGap.h"
#include "Call/SimplerNumbers.h"
#include "CallBuilders.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static Outcome failsIf(bool fails) {
  return fails ? Outcome::Fail : Outcome::Pass;
}

/// A call with a text, an array with its length, and a number.
static CallArguments mixedCall() {
  CallArguments call =
      callOf("mixed", {text("s", "the quick brown fox"),
                       array("items", {5, 0, -3, 8, 9, 1, 2, 7}),
                       number("n", 8), number("limit", 1000)});
  call.parts[1].length = 2;
  call.parts[2].isLength = true;
  return call;
}

static Outcome mixedFails(const CallValues &values) {
  bool hasNegative = false;
  for (size_t i = 0; i < values[1].size(); i += 4)
    hasNegative |= intIn(values[1].substr(i)) < 0;
  return failsIf(llvm::StringRef(values[0]).contains("x") && hasNegative &&
                 intIn(values[3]) > 77);
}

TEST_CASE("the length of an array becomes smaller with the array", "[call]") {
  CallArguments call =
      callOf("sum", {array("items", {5, 0, -3, 8}), number("n", 4)});
  call.parts[0].length = 1;
  call.parts[1].isLength = true;
  auto hasNegative = [](const CallValues &values) {
    CHECK(values[0].size() == 4 * size_t(intIn(values[1])));
    for (size_t i = 0; i < values[0].size(); i += 4)
      if (intIn(values[0].substr(i)) < 0)
        return Outcome::Fail;
    return Outcome::Pass;
  };
  FakeCallSearch search(call, SearchForm::Minimise, hasNegative);
  search.run();
  CHECK(search.failing() == "sum({-3}, 1)");
  std::vector<OverwrittenRange> ranges = call.overwritten(search.found.failing);
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0].place == 0x2000);
  CHECK(ranges[0].bytes == bytesOfNumber(-3, 4));
  CHECK(ranges[1].bytes == bytesOfNumber(1, 4));
}

TEST_CASE("texts end with a zero byte, and library objects know their end",
          "[call]") {
  CallArguments call =
      callOf("f", {text("s", "abc"), text("t", "abc"), array("v", {1, 2})});
  call.parts[1].end = CallPart::End::Count;
  call.parts[1].endPlace = 0x3008;
  call.parts[2].end = CallPart::End::Pointer;
  call.parts[2].endPlace = 0x4008;
  std::vector<OverwrittenRange> ranges =
      call.overwritten({"b", "", bytesOfNumber(2, 4)});
  REQUIRE(ranges.size() == 5);
  CHECK(ranges[0].bytes == std::string("b\0", 2));
  CHECK(ranges[2].place == 0x3008);
  CHECK(ranges[2].bytes == bytesOfNumber(0, 8));
  CHECK(ranges[4].bytes == bytesOfNumber(0x2004, 8));
}

TEST_CASE("a call that does not fail again is refused", "[call]") {
  FakeCallSearch search(callOf("f", {number("x", 3)}), SearchForm::Minimise,
                        [](const CallValues &) { return Outcome::Pass; });
  CHECK(llvm::StringRef(llvm::toString(search.attempt()))
            .contains("does not fail when it is replayed (PASS)"));
}

TEST_CASE("a passing call that fails is refused", "[call]") {
  FakeCallSearch search(callOf("f", {number("x", 3)}), SearchForm::Isolate,
                        [](const CallValues &) { return Outcome::Fail; });
  CHECK(llvm::StringRef(llvm::toString(search.attempt()))
            .contains("does not pass (FAIL); name a call that passes"));
}

TEST_CASE("lanes change neither the result nor the number of tests",
          "[call][lanes]") {
  for (SearchForm form :
       {SearchForm::Minimise, SearchForm::Maximise, SearchForm::Isolate}) {
    FakeCallSearch one(mixedCall(), form, mixedFails);
    one.run();
    for (unsigned lanes : {2u, 3u, 8u}) {
      INFO(lanes << " lanes");
      FakeCallSearch several(mixedCall(), form, mixedFails);
      several.lanes = lanes;
      several.run();
      CHECK(several.failing() == one.failing());
      CHECK(several.found.passing == one.found.passing);
      CHECK(several.found.largest == one.found.largest);
      CHECK(several.found.tests == one.found.tests);
      CHECK(several.counts.pass == one.counts.pass);
      CHECK(several.counts.fail == one.counts.fail);
      CHECK(several.counts.cached == one.counts.cached);
      // With several lanes, some runs are made that turn out not to be needed.
      CHECK(several.made >= one.made);
    }
  }
}

TEST_CASE("lanes that can't be made are no reason to give up",
          "[call][lanes]") {
  FakeCallSearch search(mixedCall(), SearchForm::Minimise, mixedFails);
  CallTesters testers = search.testers();
  std::string told;
  testers.choice.lanes = 3;
  testers.choice.refused = [&](llvm::StringRef reason) { told = reason.str(); };
  testers.onLanes = [](unsigned) -> llvm::Expected<std::unique_ptr<RunTester>> {
    return llvm::createStringError("there is no memory");
  };
  CallTests tests(search.arguments, search.memory, testers, search.stop);
  llvm::cantFail(searchCall(search.arguments, search.request, tests,
                            search.stop, search.found));
  CHECK(search.failing() == "mixed(\"x\", {-3}, 1, 78)");
  CHECK(told == "there is no memory");
}

TEST_CASE("a search that was ended by its budget goes on where it was",
          "[call]") {
  FakeCallSearch whole(mixedCall(), SearchForm::Minimise, mixedFails);
  whole.run();
  FakeCallSearch search(mixedCall(), SearchForm::Minimise, mixedFails);
  search.request.budget.maxTests = 7;
  search.run();
  CHECK(search.made == 7);
  CHECK(search.found.exhausted == BudgetLimit::Tests);
  CHECK(search.found.minimality == Minimality::None);
  search.run();
  CHECK(search.made == 14);
  CHECK(search.stored == 7);
  search.request.budget.maxTests.reset();
  search.run();
  CHECK(search.made == whole.made);
  CHECK(search.stored == 14);
  CHECK(search.failing() == whole.failing());
  CHECK(search.tests() == whole.tests());
  CHECK(search.found.minimality == Minimality::OneMinimal);
}

TEST_CASE("an interrupted search returns the smallest failing call so far",
          "[call]") {
  FakeCallSearch search(mixedCall(), SearchForm::Minimise, mixedFails);
  search.outcomeOf = [&](const CallValues &values) {
    // The third run is disturbed by Ctrl-C.
    search.stop = search.made == 3;
    return search.stop ? Outcome::Unresolved : mixedFails(values);
  };
  search.run();
  CHECK(search.found.interrupted);
  CHECK(search.tests() == 2);
  CHECK(mixedFails(search.found.failing) == Outcome::Fail);
  CHECK(search.found.minimality == Minimality::None);
}

TEST_CASE("a call for which there is no room is not made", "[call]") {
  FakeCallSearch search(callOf("f", {text("s", "abcd")}), SearchForm::Isolate,
                        [](const CallValues &values) {
                          CHECK(values[0].size() <= 4);
                          return failsIf(
                              llvm::StringRef(values[0]).contains("d"));
                        });
  search.request.passing = {"wxyz"};
  search.run();
  CHECK(search.found.minimality == Minimality::OneMinimalDifference);
  CHECK(search.causes.empty());
  search.request.passing = {"wxyz1"};
  CHECK(llvm::StringRef(llvm::toString(search.attempt()))
            .contains("which has no room for it; name another call"));
}

TEST_CASE("the distance of any two integers is halved", "[call]") {
  CHECK(NumberGap{0, 10}.middle() == 5);
  CHECK(NumberGap{10, 0}.middle() == 5);
  CHECK(NumberGap{0, uint64_t(-10)}.middle() == uint64_t(-5));
  // These numbers are larger than the largest signed number.
  CHECK(NumberGap{0, ~uint64_t(0), false}.middle() == ~uint64_t(0) / 2);
  CHECK(NumberGap{uint64_t(1) << 63, (uint64_t(1) << 63) - 1}.distance() ==
        ~uint64_t(0));
  CHECK(NumberGap{4, 5}.isClosed());
  CHECK(NumberGap{0, uint64_t(-3)}.nextToEnd() == uint64_t(-2));
}

TEST_CASE("the numbers that follow either outcome are likely", "[call]") {
  CHECK(NumberGap{0, 8}.likely(3) == std::vector<uint64_t>{4, 6, 2});
  CHECK(NumberGap{0, 2}.likely(9) == std::vector<uint64_t>{1});
  CHECK(NumberGap{0, 1}.likely(9).empty());
}

TEST_CASE("a large unsigned number comes near to 0", "[call]") {
  CallPart part = number("mask", 0);
  part.type = numberType(ValueType::Kind::Unsigned, 8);
  part.bytes = bytesOfNumber(-1, 8);
  FakeCallSearch search(callOf("f", {part}), SearchForm::Minimise,
                        [](const CallValues &values) {
                          uint64_t mask = 0;
                          std::memcpy(&mask, values[0].data(), 8);
                          return failsIf(mask >> 63 != 0);
                        });
  search.run();
  CHECK(search.failing() == "f(9223372036854775808)");
}

TEST_CASE("a floating-point number loses decimals, the simplest first",
          "[call]") {
  CallPart part = number("ratio", 0);
  part.type = numberType(ValueType::Kind::Float, 8);
  double ratio = 2.71828;
  part.bytes = std::string(reinterpret_cast<const char *>(&ratio), 8);
  auto isAbove = [](const CallValues &values) {
    double value = 0;
    std::memcpy(&value, values[0].data(), 8);
    return failsIf(value > 2.5);
  };
  FakeCallSearch search(callOf("f", {part}), SearchForm::Minimise, isAbove);
  CHECK(search.run().failing() == "f(2.7)");
  FakeCallSearch largest(callOf("f", {part}), SearchForm::Maximise, isAbove);
  CHECK(largest.run().largest(0) == "2");
}

TEST_CASE("an enumerator gives way to an earlier one", "[call]") {
  auto type = std::make_shared<ValueType>();
  type->kind = ValueType::Kind::Enumeration;
  type->size = 4;
  type->enumerators = {{"Red", 10}, {"Green", 20}, {"Blue", 30}};
  CHECK(simplerValues(*type, bytesOfNumber(30, 4)) ==
        std::vector<std::string>{bytesOfNumber(10, 4), bytesOfNumber(20, 4)});
  CHECK(simplerValues(*type, bytesOfNumber(10, 4)).empty());
}
