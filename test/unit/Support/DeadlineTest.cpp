// Tests the moments at which work ends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/Deadline.h"
#include "TestSupport/Catch.h"
#include <cmath>

using namespace pinstripe;

TEST_CASE("A deadline that nobody has set never passes", "[support]") {
  Deadline deadline;
  CHECK_FALSE(deadline.hasPassed());
  CHECK(std::isinf(deadline.secondsLeft()));
  CHECK(std::isinf(deadline.afterShare(0.5).secondsLeft()));
  CHECK(std::isinf(deadline.before(10).secondsLeft()));
}

TEST_CASE("A deadline in the past has passed and leaves no time", "[support]") {
  Deadline deadline = Deadline::after(-1);
  CHECK(deadline.hasPassed());
  CHECK(deadline.secondsLeft() == 0);
  CHECK(deadline.afterShare(0.5).secondsLeft() == 0);
}

TEST_CASE("A share of the time that is left ends before the whole",
          "[support]") {
  Deadline deadline = Deadline::after(100000);
  CHECK(deadline.afterShare(0.5).secondsLeft() <= 50000);
  CHECK_FALSE(deadline.afterShare(0.5).hasPassed());
  CHECK(deadline.before(90000).secondsLeft() <= 10000);
  CHECK_FALSE(deadline.before(90000).hasPassed());
  CHECK(deadline.before(200000).hasPassed());
}

TEST_CASE("More seconds than the clock can count are as good as never",
          "[support]") {
  CHECK_FALSE(Deadline::after(1e30).hasPassed());
}
