// Tests how Clang's front end is run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/FrontEnd.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace pinstripe;

TEST_CASE("a crash of the compiler is an answer", "[program]") {
  bool wasRun = false;
  CHECK(onDeepStack([&] { wasRun = true; }));
  CHECK(wasRun);
  // Catch2 has set its own signal handlers at the beginning of this test.
  // LLVM's handlers are set again here, so that they come first.
  llvm::CrashRecoveryContext::Disable();
  llvm::CrashRecoveryContext::Enable();
  CHECK_FALSE(onDeepStack([] { std::abort(); }));
  CHECK_FALSE(runGuarded([] { std::abort(); }));
  CHECK(runGuarded([] {}));
  CHECK(onDeepStack([] {}));
}
