// Counts the tests of a reduction by their outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/TestTally.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pinstripe;

void TestTally::add(Outcome outcome, llvm::StringRef cause) {
  ++distinct;
  if (outcome != Outcome::Unresolved) {
    ++(outcome == Outcome::Pass ? pass : fail);
    return;
  }
  if (cause == decidedOtherwiseCause) {
    ++decidedOtherwise;
    return;
  }
  ++unresolved;
  if (cause.consume_front("limit of ")) {
    ++limit;
    ++limits[cause.str()];
    return;
  }
  ++*llvm::StringSwitch<uint64_t *>(cause)
         .Case("crash", &crash)
         .Case("hang", &hang)
         .Case("divergence", &divergence)
         .Default(&undecided);
}
