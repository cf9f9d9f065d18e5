// Defines the general algorithm dd, which isolates a failure-inducing
// difference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ISOLATE_H
#define PINSTRIPE_REDUCTION_ISOLATE_H

#include "Narrowing.h"

namespace pinstripe {

/// The general algorithm dd of Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input" (IEEE TSE 2002), section 5, in the version
/// of Zeller's Debugging Book. Isolate removes elements from the failing
/// configuration and also adds elements to the passing one, until the two
/// differ only in the elements that decide between FAIL and PASS. The base
/// class Narrowing describes the steps.
///
/// The difference is 1-minimal: for each of its elements, the best (failing)
/// configuration without the element does not FAIL, and the largest passing
/// configuration with the element does not PASS. Neither configuration need be
/// small. If no configuration, or only the empty one, is found to PASS, then
/// the best configuration is 1-minimal.
///
/// Cost for n elements: n^2 + 3n tests at worst, as with ddmin, but 2 log2(n)
/// tests if UNRESOLVED outcomes are rare, since each PASS or FAIL narrows the
/// difference.
class Isolate : public Narrowing {
public:
  explicit Isolate(Configuration start)
      : Narrowing(std::move(start), Side::Both) {}
  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<Isolate>(*this);
  }

private:
  void certifyResult() override {
    // If the best configuration has a single element, it is 1-minimal: the
    // empty configuration is known not to FAIL.
    bool isWhole = passingSide().isEmpty() || best().count() == 1;
    certify(isWhole ? Minimality::OneMinimal
                    : Minimality::OneMinimalDifference);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ISOLATE_H
