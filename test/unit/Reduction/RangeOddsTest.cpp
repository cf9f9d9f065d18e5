// Tests of the estimate of which ranges are worth a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RangeOdds.h"

#include "TestSupport/Catch.h"

using namespace pinstripe;

/// Returns the sizes from 2 to 16 that are worth a test.
static std::vector<size_t> sizesOf(const RangeOdds &odds) {
  std::vector<size_t> sizes;
  for (size_t size = 2; size <= 16; ++size)
    if (odds.isWorthTesting(size))
      sizes.push_back(size);
  return sizes;
}

TEST_CASE("single elements and large ranges are always worth a test",
          "[reduction][halving]") {
  RangeOdds odds;
  for (int i = 0; i < 1000; ++i)
    odds.learn(1, false);
  CHECK(odds.isWorthTesting(1));
  CHECK(sizesOf(odds) == std::vector<size_t>{16});
}

TEST_CASE("where nearly all elements go, all ranges are worth a test",
          "[reduction][halving]") {
  RangeOdds odds;
  for (int i = 0; i < 5; ++i)
    odds.learn(20, true);
  CHECK(sizesOf(odds).size() == 15);
}

TEST_CASE("a pair is worth a test while more than three of five elements go",
          "[reduction][halving]") {
  RangeOdds odds;
  for (int i = 0; i < 200; ++i)
    odds.learn(1, i % 10 < 7);
  CHECK(odds.isWorthTesting(2));
  for (int i = 0; i < 200; ++i)
    odds.learn(1, i % 10 < 5);
  CHECK_FALSE(odds.isWorthTesting(2));
}

TEST_CASE("ranges that go together are worth a test where single elements stay",
          "[reduction][halving]") {
  RangeOdds odds;
  for (int i = 0; i < 30; ++i) {
    odds.learn(4, i % 3 == 0);
    odds.learn(1, false);
  }
  CHECK(sizesOf(odds) == std::vector<size_t>{3, 4, 16});
}

TEST_CASE("the latest outcomes count most", "[reduction][halving]") {
  RangeOdds odds;
  for (int i = 0; i < 1000; ++i)
    odds.learn(1, true);
  CHECK(odds.isWorthTesting(8));
  for (int i = 0; i < 20; ++i)
    odds.learn(1, false);
  CHECK_FALSE(odds.isWorthTesting(2));
}
