// Tests how the instances of a statement are listed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "Text/SourceRegions.h"

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
