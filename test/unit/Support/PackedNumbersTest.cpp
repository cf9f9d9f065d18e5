// Checks that packed numbers keep their values when they are stored in more
// bytes. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/PackedNumbers.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

static std::vector<uint32_t> all(const PackedNumbers &numbers) {
  std::vector<uint32_t> result;
  for (size_t i = 0; i < numbers.size(); ++i)
    result.push_back(numbers[i]);
  return result;
}

TEST_CASE("Packed numbers take as many bytes as the largest needs",
          "[support][packed]") {
  PackedNumbers numbers;
  CHECK(numbers.empty());
  CHECK(numbers.width() == 1);
  numbers.push_back(255);
  CHECK(numbers.width() == 1);
  numbers.push_back(256);
  CHECK(numbers.width() == 2);
  numbers.push_back(65535);
  CHECK(numbers.width() == 2);
  numbers.push_back(65536);
  CHECK(numbers.width() == 4);
  numbers.push_back(0);
  CHECK(all(numbers) == std::vector<uint32_t>{255, 256, 65535, 65536, 0});
}

TEST_CASE("Packed numbers keep their values when the width grows",
          "[support][packed]") {
  size_t small = GENERATE(0, 1, 2, 7, 1000, 100000);
  uint32_t large = GENERATE(200u, 60000u, 70000u, ~0u);
  PackedNumbers numbers;
  std::vector<uint32_t> expected;
  numbers.append(small,
                 [](size_t i) { return static_cast<uint32_t>(i % 251); });
  for (size_t i = 0; i < small; ++i)
    expected.push_back(i % 251);
  numbers.push_back(large);
  expected.push_back(large);
  numbers.append(3, [](size_t i) { return static_cast<uint32_t>(i); });
  expected.insert(expected.end(), {0, 1, 2});
  CHECK(all(numbers) == expected);
  numbers.withElements([&](const auto *first) {
    CHECK(std::vector<uint32_t>(first, first + numbers.size()) == expected);
  });
}
