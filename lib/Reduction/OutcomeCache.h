//===- OutcomeCache.h - What is already known -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_OUTCOMECACHE_H
#define PINSTRIPE_REDUCTION_OUTCOMECACHE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace pinstripe {

/// The outcomes of configurations. Where all candidates are subsets of the
/// best one, only those that did not FAIL are worth keeping: one that FAILs
/// becomes the best one at once and is never asked for again.
///
/// The key is the size of the configuration and a 128-bit hash: 10^5 tests of
/// 10^6 elements would be 12 GB as sets. Two configurations of a run share a
/// key with a probability below 2^-90; a collision would make a test count as
/// not reproduced, hence could cost minimality, never a result that FAILs.
class OutcomeCache {
public:
  std::optional<Outcome> lookup(const Configuration &configuration) const;
  void insert(const Configuration &configuration, Outcome outcome);
  /// Forgets what can't be asked for again where all candidates are subsets
  /// of the best one, of `count`: all that is larger. (Clearing all would lose
  /// the answers that halving and the sweep come back to.)
  void evictLargerThan(size_t count);
  size_t size() const;

private:
  struct DigestHash {
    size_t operator()(const ConfigurationDigest &digest) const {
      return digest.low;
    }
  };
  using Outcomes = std::unordered_map<ConfigurationDigest, Outcome, DigestHash>;
  std::map<size_t, Outcomes> byCount;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOMECACHE_H
