// Defines an algorithm that only tries to remove single elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SINGLEREMOVALS_H
#define PINSTRIPE_REDUCTION_SINGLEREMOVALS_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// An algorithm that consists of a Sweep and nothing else. It is used to prove
/// that a configuration which is expected to be 1-minimal is 1-minimal.
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
  std::optional<Configuration> next() override {
    if (std::optional<Element> element = sweep.next(best()))
      return best().without(*element);
    certify();
    return std::nullopt;
  }
  void learn(Outcome outcome) override { sweep.learn(outcome); }

  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SINGLEREMOVALS_H
