//===- ReductionSummary.cpp - What reporters are given --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Report/ReductionSummary.h"
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
