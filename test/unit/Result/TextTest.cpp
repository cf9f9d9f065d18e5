// Tests the texts that messages and reports are made of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/Text.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("Times have the unit that people would choose", "[result][text]") {
  CHECK(describeSeconds(0.41) == "410 ms");
  CHECK(describeSeconds(3.14) == "3.1 s");
  CHECK(describeSeconds(59.97) == "1 min 00 s");
  CHECK(describeSeconds(125) == "2 min 05 s");
}
