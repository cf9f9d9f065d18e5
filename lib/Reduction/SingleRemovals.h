//===- SingleRemovals.h - The sweep as an algorithm of its own --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_SINGLEREMOVALS_H
#define PINSTRIPE_REDUCTION_SINGLEREMOVALS_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// A Sweep and nothing else: certifies 1-minimality where it is to be expected.
class SingleRemovals : public Reducer {
public:
  using Reducer::Reducer;

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<SingleRemovals>(*this);
  }
  llvm::StringRef phase() const override { return "sweep"; }
  std::optional<size_t> testsLeft() const override {
    return sweep.testsLeft(best().count());
  }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override { sweep.learn(outcome); }

  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SINGLEREMOVALS_H
