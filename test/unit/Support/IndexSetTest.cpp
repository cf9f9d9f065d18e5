// Tests sets of ids of one type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/IndexSet.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

namespace {

enum class Number : uint32_t {};
using Numbers = IndexSet<Number>;
using Runs = std::vector<std::pair<size_t, size_t>>;

Numbers setOf(std::initializer_list<unsigned> members) {
  Numbers set(200);
  for (unsigned member : members)
    set.insert(Number(member));
  return set;
}

Runs runsOf(const Numbers &set) {
  Runs runs;
  set.forEachRun(
      [&](size_t first, size_t end) { runs.emplace_back(first, end); });
  return runs;
}

} // namespace

TEST_CASE("a set lists its members in ascending order", "[support][set]") {
  Numbers set = setOf({199, 0, 63, 64});
  CHECK(std::vector<Number>(set.begin(), set.end()) ==
        std::vector<Number>{Number(0), Number(63), Number(64), Number(199)});
  CHECK(set.count() == 4);
  CHECK(set.universe() == 200);
  set.erase(Number(64));
  CHECK_FALSE(set.contains(Number(64)));
  CHECK(set.contains(Number(63)));
}

TEST_CASE("sets have unions, intersections and differences", "[support][set]") {
  Numbers set = setOf({1, 2, 100});
  SECTION("union") {
    set |= setOf({2, 3});
    CHECK(set == setOf({1, 2, 3, 100}));
  }
  SECTION("intersection") {
    set &= setOf({2, 3});
    CHECK(set == setOf({2}));
  }
  SECTION("difference") {
    set -= setOf({2, 3});
    CHECK(set == setOf({1, 100}));
  }
  SECTION("symmetric difference") {
    set ^= setOf({2, 3});
    CHECK(set == setOf({1, 3, 100}));
  }
  CHECK(setOf({2}).isSubsetOf(setOf({2, 3})));
  CHECK_FALSE(setOf({2, 4}).isSubsetOf(setOf({2, 3})));
}

TEST_CASE("a set is split into runs of consecutive members", "[support][set]") {
  CHECK(runsOf(setOf({})) == Runs{});
  CHECK(runsOf(setOf({0, 1, 2, 63, 64, 199})) ==
        Runs{{0, 3}, {63, 65}, {199, 200}});
  CHECK(runsOf(Numbers(200, true)) == Runs{{0, 200}});
}

TEST_CASE("only a set without a universe is unset", "[support][set]") {
  CHECK(Numbers().isUnset());
  CHECK_FALSE(Numbers(1).isUnset());
  CHECK(Numbers().none());
}
