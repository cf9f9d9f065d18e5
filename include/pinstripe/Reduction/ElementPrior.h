// Holds estimates about the elements that are made before a reduction begins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ELEMENTPRIOR_H
#define PINSTRIPE_REDUCTION_ELEMENTPRIOR_H

#include "pinstripe/Reduction/Configuration.h"
#include <functional>
#include <optional>
#include <vector>

namespace pinstripe {

/// Estimates that the caller of a reduction has made about the elements before
/// the first test. The better the estimates are, the fewer tests the reduction
/// needs. Wrong estimates only cost tests: what is proved about the result does
/// not depend on them.
struct ElementPrior {
  /// For each element, the estimated probability that it is needed, between 0
  /// and 1.
  std::vector<float> needed;
  /// For each element, the number of its kind, for example of the statement of
  /// which the element is an instance. If one element of a kind can be removed,
  /// the other elements of the kind probably can be removed, too.
  std::vector<uint32_t> kinds;
  /// A small configuration that probably lacks some needed elements. The
  /// reduction adds elements to it, as Oracle::lacking says, until it FAILs. If
  /// nullopt, the reduction begins with all elements.
  std::optional<Configuration> seed = {};
};

/// A function that returns elements which a candidate lacked. It is called
/// after this candidate was tested and did not FAIL, with the arguments of
/// Oracle::lacking.
using HintSource = std::function<std::vector<Element>(
    const Configuration &candidate, const Configuration &enough)>;

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTPRIOR_H
