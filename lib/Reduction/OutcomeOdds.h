// Estimates how likely the test of a candidate is to FAIL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_OUTCOMEODDS_H
#define PINSTRIPE_REDUCTION_OUTCOMEODDS_H

#include "pinstripe/Reduction/Configuration.h"
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace pinstripe {

/// Describes a candidate before it is tested: the stage of the reducer that
/// proposes it (such as "sweep"), how many elements it leaves out (as a power
/// of two), whether the previous candidate left out fewer, about as many or
/// more, and whether the previous candidate FAILed. Candidates with equal
/// descriptions are about equally likely to FAIL.
using RemovalKind = std::tuple<std::string, unsigned, int, bool>;

/// Says which elements a candidate leaves out, and of which configuration.
struct Removal {
  /// A hash of the elements that the candidate leaves out.
  ConfigurationDigest digest;
  /// A hash of the configuration from which the elements were left out to make
  /// the candidate.
  ConfigurationDigest base;
  RemovalKind kind;
};

/// Maps hashes of element sets (digests) to values. Only the latest entries are
/// kept, so that long reductions do not take more and more memory.
template <typename Value> class LatestByDigest {
public:
  explicit LatestByDigest(size_t most) : most(most) {}

  /// Returns the value that is stored for a hash; null if there is none.
  const Value *find(const ConfigurationDigest &digest) const {
    auto found = values.find(digest);
    return found == values.end() ? nullptr : &found->second;
  }
  void set(const ConfigurationDigest &digest, Value value) {
    if (!values.insert_or_assign(digest, value).second)
      return;
    order.push_back(digest);
    if (order.size() <= most)
      return;
    values.erase(order.front());
    order.pop_front();
  }

private:
  size_t most;
  std::unordered_map<ConfigurationDigest, Value, DigestHash> values;
  /// The hashes that have values, the oldest first.
  std::deque<ConfigurationDigest> order;
};

/// Estimates how likely a candidate is to FAIL. If the same elements were
/// removed from another configuration before, the outcome is likely to be the
/// same. Otherwise the estimate comes from the latest candidates with the same
/// RemovalKind. Outcomes of long ago are forgotten.
class OutcomeOdds {
public:
  /// `most` is the largest number of outcomes of candidates that are
  /// remembered. It also limits how many outcomes of removals, and how many
  /// configurations that FAIL, are remembered. If there are more, the oldest
  /// ones are forgotten.
  explicit OutcomeOdds(size_t most = size_t(1) << 16)
      : candidates(most), trusted(most), removals(most) {}

  /// Returns the estimated chance that a candidate FAILs. `candidate` is its
  /// hash, and `removal` says which elements it leaves out.
  double chanceToFail(const ConfigurationDigest &candidate,
                      const Removal &removal) const;
  /// Returns true if an outcome of removing these elements is remembered. They
  /// may have been removed from any configuration.
  bool hasSeen(const Removal &removal) const {
    return removals.find(removal.digest) != nullptr;
  }
  /// Notes that the configuration with the hash `base` is known to FAIL. If
  /// elements are removed from such a configuration and the outcome is not
  /// FAIL, the removal is the reason. With any other configuration, the removal
  /// need not be the reason.
  void trust(const ConfigurationDigest &base) { trusted.set(base, true); }
  /// Stores the outcome of a candidate that was tested in advance. Perhaps the
  /// reducer never asks for this candidate.
  void foresee(const ConfigurationDigest &candidate, const Removal &removal,
               bool fails);
  /// Returns true if the reducer has asked for this candidate, so that `learn`
  /// was called with its outcome.
  bool wasAsked(const ConfigurationDigest &candidate) const {
    const Knowledge *known = candidates.find(candidate);
    return known && known->isAsked;
  }
  /// Counts an outcome in the share of FAILs among all outcomes. Called for
  /// each candidate that the reducer has asked for.
  void learn(bool fails);
  /// Stores the outcome of a candidate that the reducer has asked for, as a
  /// basis for later guesses.
  void learn(const ConfigurationDigest &candidate, const Removal &removal,
             bool fails);

private:
  /// A share of FAILs among outcomes, in which newer outcomes weigh more.
  struct Share {
    double fails = 0;
    double all = 0;
    void learn(bool hasFailed);
    /// Returns the share of FAILs. So that a few outcomes do not count too
    /// much, the share is computed as if there were `weight` further outcomes,
    /// of which the share `usual` has FAILed.
    double value(double usual, double weight) const {
      return (fails + usual * weight) / (all + weight);
    }
  };

  /// Holds what is known about the outcome of a candidate.
  struct Knowledge {
    /// True if a test in advance has shown whether the candidate FAILs, and the
    /// reducer has not asked for the candidate since.
    bool isForeseen = false;
    bool fails = false;
    /// True if the reducer has asked for the candidate, so that `learn` was
    /// called with its outcome.
    bool isAsked = false;
  };
  LatestByDigest<Knowledge> candidates;
  /// Configurations that are known to FAIL.
  LatestByDigest<bool> trusted;
  LatestByDigest<bool> removals; ///< The latest outcome of each removal.
  std::map<RemovalKind, Share> kinds;
  /// The share of FAILs among all outcomes.
  double failShare = 0.3;
  /// The share of FAILs among removals that were tried again: `afterFail` for
  /// those that FAILed before, `afterOther` for those that did not.
  Share afterFail, afterOther;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOMEODDS_H
