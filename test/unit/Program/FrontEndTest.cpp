// Tests how Clang's front end is run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/FrontEnd.h"
#include <catch2/catch.hpp>
#include <cstdlib>

using namespace pinstripe;

TEST_CASE("a crash of the compiler is an answer", "[program]") {
  bool wasRun = false;
  CHECK(onDeepStack([&] { wasRun = true; }));
  CHECK(wasRun);
  CHECK_FALSE(onDeepStack([] { std::abort(); }));
  CHECK_FALSE(runGuarded([] { std::abort(); }));
  CHECK(runGuarded([] {}));
  CHECK(onDeepStack([] {}));
}
