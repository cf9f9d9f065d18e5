//===- InstancesTest.cpp - Instances, widths and times in words -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceRegions.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Report/TextStyle.h"

using namespace pinstripe;

static std::string described(llvm::ArrayRef<uint32_t> instances,
                             unsigned width) {
  InstanceRanges ranges;
  for (uint32_t each : instances)
    ranges.add(each);
  return describeInstances(ranges, width);
}

TEST_CASE("Instances are written as ranges", "[report][text]") {
  CHECK(described({1}, 0) == "#1");
  CHECK(described({1, 2}, 0) == "#1,2");
  CHECK(described({1, 2, 3, 5, 8, 9}, 0) == "#1-3,5,8,9");
}

TEST_CASE("Instances that do not fit end with an ellipsis", "[report][text]") {
  CHECK(described({1, 3, 5, 7, 9, 11, 13}, 8) == "#1,3,5,…");
  CHECK(described({1, 3, 5}, 6) == "#1,3,5");
  CHECK(described({1000, 2000}, 6) == "");
}

TEST_CASE("Of a million scattered instances the first are listed",
          "[report][text]") {
  InstanceRanges ranges;
  for (uint32_t i = 0; i != 1000000; ++i)
    ranges.add(2 * i + 1);
  CHECK(ranges.count() == 1000000);
  CHECK(ranges.isCut());
  CHECK(ranges.listed().size() < 100);
  CHECK(describeInstances(ranges, 10) == "#1,3,5,7,…");
}

TEST_CASE("Text is cut by columns, between characters", "[report][text]") {
  CHECK(fitted("häuser", 4) == "häu…");
  CHECK(fitted("haus", 4) == "haus");
  CHECK(fitted("haus", 0) == "haus");
  CHECK(displayWidth("日本") == 4);
}

TEST_CASE("Tabs are expanded and control characters shown", "[report][text]") {
  CHECK(printable("\tx") == "        x");
  CHECK(printable("ab\tx\x1b") == "ab      x?");
}

TEST_CASE("Times have the unit that people would choose", "[report][text]") {
  CHECK(describeSeconds(0.41) == "410 ms");
  CHECK(describeSeconds(3.14) == "3.1 s");
  CHECK(describeSeconds(59.97) == "1 min 00 s");
  CHECK(describeSeconds(125) == "2 min 05 s");
}
