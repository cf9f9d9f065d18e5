// Tests of the LEB128 codec.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/LEB128.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

static std::optional<uint64_t> read(std::vector<uint8_t> bytes) {
  llvm::ArrayRef<uint8_t> rest = bytes;
  return takeLEB128(rest);
}

TEST_CASE("a number is read as it was written", "[support][leb128]") {
  llvm::SmallVector<uint8_t, 0> bytes;
  const std::vector<uint64_t> numbers = {0,   1,          127,          128,
                                         300, 1ull << 32, (1ull << 63), ~0ull};
  for (uint64_t number : numbers)
    appendLEB128(bytes, number);
  llvm::ArrayRef<uint8_t> rest = bytes;
  for (uint64_t number : numbers)
    CHECK(takeLEB128(rest) == number);
  CHECK(rest.empty());
}

TEST_CASE("a number that is cut off or too large is refused",
          "[support][leb128]") {
  CHECK_FALSE(read({}));
  CHECK_FALSE(read({0x80}));
  std::vector<uint8_t> bytes(9, 0xff);
  bytes.push_back(1);
  CHECK(read(bytes) == ~uint64_t(0));
  bytes.back() = 2;
  CHECK_FALSE(read(bytes));
  CHECK_FALSE(read(std::vector<uint8_t>(11, 0x80)));
}

TEST_CASE("zigzag keeps small numbers of either sign small",
          "[support][leb128]") {
  CHECK(zigzag(0) == 0);
  CHECK(zigzag(-1) == 1);
  CHECK(zigzag(1) == 2);
  for (int64_t number : {int64_t(-300), INT64_MIN, INT64_MAX})
    CHECK(unzigzag(zigzag(number)) == number);
}
