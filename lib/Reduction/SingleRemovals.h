// Proves 1-minimality with an algorithm that only removes single elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SINGLEREMOVALS_H
#define PINSTRIPE_REDUCTION_SINGLEREMOVALS_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// An algorithm that only tries to remove single elements (see Sweep). It
/// proves that a configuration is 1-minimal. It is used where larger removals
/// were tried before or are not worth a test.
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
