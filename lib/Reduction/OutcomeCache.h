// Remembers the outcomes of configurations, so that none is tested twice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_OUTCOMECACHE_H
#define PINSTRIPE_REDUCTION_OUTCOMECACHE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace pinstripe {

/// Remembers the outcomes of configurations that were tested. A FAIL need not
/// be remembered if all candidates are proper subsets of the best
/// configuration: a candidate that FAILs becomes the best configuration at
/// once, so it is never asked for again.
///
/// The key of a configuration is its size and a 128-bit hash, since the sets
/// themselves would take too much memory (12 GB for 10^5 configurations of 10^6
/// elements). The probability that two configurations of a reduction have the
/// same key is below 2^-90. If two had the same key, one of them would get the
/// outcome of the other. This could cost minimality, but could never produce a
/// result that does not FAIL.
class OutcomeCache {
public:
  std::optional<Outcome> lookup(const Configuration &configuration) const;
  void insert(const Configuration &configuration, Outcome outcome);
  /// Forgets the outcomes of all configurations with more than `count`
  /// elements. Called when the best configuration has `count` elements and all
  /// candidates are proper subsets of it, so that larger configurations are
  /// never asked for again. Outcomes of smaller ones stay, since halving and
  /// the sweep ask for some of them again.
  void evictLargerThan(size_t count);
  size_t size() const;

private:
  using Outcomes = std::unordered_map<ConfigurationDigest, Outcome, DigestHash>;
  std::map<size_t, Outcomes> byCount;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOMECACHE_H
