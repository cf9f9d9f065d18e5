// Tests the texts that messages and reports are made of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/Text.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("Text is cut by columns, between characters", "[result][text]") {
  CHECK(fitted("häuser", 4) == "häu…");
  CHECK(fitted("haus", 4) == "haus");
  CHECK(fitted("haus", 0) == "haus");
  CHECK(displayWidth("日本") == 4);
}

TEST_CASE("Tabs are expanded and control characters shown", "[result][text]") {
  CHECK(printable("\tx") == "        x");
  CHECK(printable("ab\tx\x1b") == "ab      x?");
}

TEST_CASE("Times have the unit that people would choose", "[result][text]") {
  CHECK(describeSeconds(0.41) == "410 ms");
  CHECK(describeSeconds(3.14) == "3.1 s");
  CHECK(describeSeconds(59.97) == "1 min 00 s");
  CHECK(describeSeconds(125) == "2 min 05 s");
}
