// Defines the three possible outcomes of a test: PASS, FAIL and UNRESOLVED.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Outcome.h"

#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::outcomeName(Outcome outcome) {
  switch (outcome) {
  case Outcome::Pass:
    return "PASS";
  case Outcome::Fail:
    return "FAIL";
  case Outcome::Unresolved:
    return "UNRESOLVED";
  }
  llvm_unreachable("not an outcome");
}
