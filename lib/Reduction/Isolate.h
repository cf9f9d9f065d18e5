// The general delta debugging algorithm dd: isolates a failure-inducing
// difference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ISOLATE_H
#define PINSTRIPE_REDUCTION_ISOLATE_H

#include "Narrowing.h"

namespace pinstripe {

/// dd of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (IEEE TSE 2002), section 5, in the version of Zeller's Debugging
/// Book. It both removes elements from the configuration that FAILs and adds
/// elements to the one that PASSes, until only the difference is left that
/// decides between the two. See Narrowing.
///
/// The difference is 1-minimal: without any of its elements the best
/// configuration does not FAIL, and with it the largest passing one does not
/// PASS. Neither configuration need be small. If no configuration, or only the
/// empty one, is found to PASS, then the best one is 1-minimal.
///
/// Cost: n^2 + 3n tests at worst, as with ddmin, but 2 log2(n) where tests are
/// seldom UNRESOLVED, since each outcome then narrows the difference.
class Isolate : public Narrowing {
public:
  explicit Isolate(Configuration start)
      : Narrowing(std::move(start), Side::Both) {}
  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<Isolate>(*this);
  }

private:
  void certifyResult() override {
    // A best configuration of a single element is always 1-minimal: without
    // that element it is empty, and the empty configuration does not FAIL.
    bool isWhole = passingSide().isEmpty() || best().count() == 1;
    certify(isWhole ? Minimality::OneMinimal
                    : Minimality::OneMinimalDifference);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ISOLATE_H
