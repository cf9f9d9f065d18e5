//===- Isolate.h - Isolates a difference that decides -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ISOLATE_H
#define PINSTRIPE_REDUCTION_ISOLATE_H

#include "Narrowing.h"

namespace pinstripe {

/// dd of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (IEEE TSE 2002), section 5, as Zeller's Debugging Book has it: both
/// removes from the configuration that FAILs and adds to the one that PASSes,
/// until a difference is left that decides between the two. See Narrowing.
///
/// That difference is 1-minimal: without any of its elements the best
/// configuration does not FAIL, and with it the largest passing one does not
/// PASS. Neither of them need be small. If nothing is found to PASS, or only
/// the empty configuration is, then the best one is 1-minimal.
///
/// Cost: n^2 + 3n tests at worst, as ddmin, but where tests are seldom
/// UNRESOLVED each one narrows the difference: 2 log2(n).
class Isolate : public Narrowing {
public:
  explicit Isolate(Configuration start)
      : Narrowing(std::move(start), Side::Both) {}
  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<Isolate>(*this);
  }

private:
  void certifyResult() override;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ISOLATE_H
