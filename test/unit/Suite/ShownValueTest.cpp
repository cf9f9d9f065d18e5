// Tests the comparison of bytes with values as messages show them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/ShownValue.h"
#include "TestSupport/Catch.h"
#include <cstdint>

using namespace pinstripe;

template <typename Value> static std::string bytesOf(Value value) {
  return std::string(reinterpret_cast<const char *>(&value), sizeof value);
}

TEST_CASE("integers of all sizes are recognised", "[suite]") {
  CHECK(isShownAs(bytesOf<int8_t>(-3), "-3"));
  CHECK(isShownAs(bytesOf<int16_t>(-300), "-300"));
  CHECK(isShownAs(bytesOf<int32_t>(8), "8"));
  CHECK(isShownAs(bytesOf<uint32_t>(4000000000u), "4000000000"));
  CHECK(isShownAs(bytesOf<int64_t>(-1), "-1"));
  CHECK(isShownAs(bytesOf<uint64_t>(UINT64_MAX), "18446744073709551615"));
  CHECK_FALSE(isShownAs(bytesOf<int32_t>(8), "9"));
  CHECK_FALSE(isShownAs(bytesOf<int32_t>(-8), "8"));
}

TEST_CASE("floating-point numbers are recognised by their first digits",
          "[suite]") {
  CHECK(isShownAs(bytesOf<double>(0.1 + 0.2), "0.3"));
  CHECK(isShownAs(bytesOf<float>(2.5f), "2.5"));
  CHECK(isShownAs(bytesOf<double>(5), "5"));
  CHECK(isShownAs(bytesOf<double>(1e20), "1e+20"));
  CHECK_FALSE(isShownAs(bytesOf<double>(0.3), "0.31"));
}

TEST_CASE("truth values are recognised, and nothing else in their place",
          "[suite]") {
  CHECK(isShownAs(bytesOf<bool>(true), "true"));
  CHECK(isShownAs(bytesOf<bool>(false), "false"));
  CHECK_FALSE(isShownAs(bytesOf<bool>(true), "false"));
  CHECK_FALSE(isShownAs(bytesOf<int32_t>(1), "true"));
}

TEST_CASE("an object that is no number is never recognised", "[suite]") {
  CHECK_FALSE(isShownAs("", "1"));
  CHECK_FALSE(isShownAs(std::string(32, '\0'), "0"));
}
