// Defines the delta debugging algorithm ddmax (Kirschner et al., 2020).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_DDMAX_H
#define PINSTRIPE_REDUCTION_DDMAX_H

#include "Narrowing.h"

namespace pinstripe {

/// The algorithm ddmax of Kirschner, Soremekun and Zeller, "Debugging Inputs"
/// (ICSE 2020), in the version of Zeller's Debugging Book. ddmax adds as much
/// as it can to a configuration that PASSes, beginning with the empty one. The
/// failing configuration stays the start configuration: candidates that happen
/// to FAIL do not steer the search, but the smallest of them becomes the best
/// configuration. The base class Narrowing describes the steps.
///
/// The largest passing configuration is 1-maximal: the last round has shown
/// that it does not PASS with any single further element. If no configuration
/// PASSes, not even the empty one, nothing is certified.
///
/// Cost for n elements: n^2 + 3n tests at worst, 2 log2(n) at best, as with
/// ddmin, but most candidates are almost as large as the start configuration.
class DDMax : public Narrowing {
public:
  explicit DDMax(Configuration start)
      : Narrowing(std::move(start), Side::Passing) {}
  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<DDMax>(*this);
  }

private:
  void certifyResult() override {
    if (largestPassing())
      certify(Minimality::OneMaximal);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_DDMAX_H
