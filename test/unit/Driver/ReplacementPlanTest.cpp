// Tests of the values that replace recorded ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ReplacementPlan.h"

#include <catch2/catch.hpp>

using namespace pinstripe;

using Words = std::vector<uint64_t>;

static ValueType typeOf(ValueType::Kind kind, uint32_t size) {
  ValueType type;
  type.kind = kind;
  type.size = size;
  return type;
}

TEST_CASE(
    "numbers are replaced by values of other instances and by their neighbours",
    "[driver][replacement]") {
  ValueType number = typeOf(ValueType::Kind::Signed, 4);
  CHECK(otherValues(number, 4, {4}) == Words{3, 5, 0, 1, 0xffffffff});
  CHECK(otherValues(number, 4, {2, 4, 9}) ==
        Words{2, 9, 3, 5, 0, 1, 0xffffffff});
  CHECK(otherValues(number, 0, {0}) == Words{0xffffffff, 1});
  CHECK(otherValues(typeOf(ValueType::Kind::Unsigned, 8), 0, {0}) ==
        Words{~uint64_t(0), 1});
  CHECK(otherValues(typeOf(ValueType::Kind::Character, 1), 255, {255}) ==
        Words{254, 0, 1});
}

TEST_CASE("the number of other values is limited", "[driver][replacement]") {
  Words seen;
  for (uint64_t value = 0; value < 100; ++value)
    seen.push_back(value * 10);
  Words others = otherValues(typeOf(ValueType::Kind::Signed, 4), 20, seen);
  REQUIRE(others.size() == maxOtherValues);
  CHECK(others[0] == 0);
  CHECK(others[2] == 30);
}

TEST_CASE("other types have values of their own", "[driver][replacement]") {
  CHECK(otherValues(typeOf(ValueType::Kind::Boolean, 1), 1, {0, 1}) ==
        Words{0});
  CHECK(otherValues(typeOf(ValueType::Kind::Pointer, 8), 4096, {4096, 8192}) ==
        Words{8192, 0});
  ValueType color = typeOf(ValueType::Kind::Enumeration, 4);
  color.enumerators = {{"red", 0}, {"green", 1}, {"none", -1}};
  CHECK(otherValues(color, 0, {0}) == Words{1, 0xffffffff});
}
