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
/// proposes it (such as "sweep"), how many elements it leaves out, how many the
/// previous candidate left out, and whether that candidate FAILed. Numbers are
/// rounded to powers of two. Candidates with equal descriptions are about
/// equally likely to FAIL.
using RemovalKind = std::tuple<std::string, unsigned, int, bool>;

/// The elements that a candidate leaves out of the best configuration so far.
struct Removal {
  ConfigurationDigest digest; ///< A hash of the elements that are left out.
  /// A hash of the base: the configuration without the left-out elements is the
  /// candidate.
  ConfigurationDigest base;
  RemovalKind kind;
};

/// Values by digest. Only the latest ones are kept, so that long reductions do
/// not take more and more memory.
template <typename Value> class LatestByDigest {
public:
  explicit LatestByDigest(size_t most) : most(most) {}

  /// Returns the value of a digest; null if it is not known.
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
  struct Hash {
    size_t operator()(const ConfigurationDigest &digest) const {
      return digest.low;
    }
  };
  size_t most;
  std::unordered_map<ConfigurationDigest, Value, Hash> values;
  std::deque<ConfigurationDigest> order; ///< The digests, the oldest first.
};

/// Estimates how likely a candidate is to FAIL. If the same elements were
/// removed from another configuration before, the outcome is likely to be the
/// same. Otherwise the estimate comes from the latest candidates with the same
/// RemovalKind. Outcomes of long ago are forgotten.
class OutcomeOdds {
public:
  /// `most` is the number of outcomes, and of configurations, that are kept.
  explicit OutcomeOdds(size_t most = size_t(1) << 16)
      : candidates(most), trusted(most), removals(most) {}

  /// Returns the estimate for a candidate with this digest and this removal.
  double chanceToFail(const ConfigurationDigest &candidate,
                      const Removal &removal) const;
  /// Returns true if the outcome of removing these elements is known, from
  /// whatever configuration they were removed.
  bool hasSeen(const Removal &removal) const {
    return removals.find(removal.digest) != nullptr;
  }
  /// Notes that the configuration `base` is known to FAIL. If elements are
  /// removed from such a configuration and the outcome is not FAIL, the removal
  /// is the reason. For any other configuration, it need not be.
  void trust(const ConfigurationDigest &base) { trusted.set(base, true); }
  /// Takes the outcome of a candidate that was tested in advance. Perhaps the
  /// reducer will never ask for it.
  void foresee(const ConfigurationDigest &candidate, const Removal &removal,
               bool fails);
  /// Returns true if `learn` has taken the outcome of this candidate.
  bool wasAsked(const ConfigurationDigest &candidate) const {
    const Knowledge *known = candidates.find(candidate);
    return known && known->isAsked;
  }
  /// Takes the outcome of any candidate that was asked for, for the share of
  /// FAILs.
  void learn(bool fails);
  /// Takes the outcome of a candidate that the reducer has asked for.
  void learn(const ConfigurationDigest &candidate, const Removal &removal,
             bool fails);

private:
  /// A share of FAILs among outcomes, in which newer outcomes weigh more.
  struct Share {
    double fails = 0;
    double all = 0;
    void learn(bool hasFailed);
    /// Returns the share as if `weight` more outcomes were known, of which
    /// `usual` is the share of FAILs.
    double value(double usual, double weight) const {
      return (fails + usual * weight) / (all + weight);
    }
  };

  /// What is known of a candidate.
  struct Knowledge {
    /// True if a test in advance has shown whether it FAILs, and the reducer
    /// has not asked for it since.
    bool isForeseen = false;
    bool fails = false;
    bool isAsked = false; ///< True if `learn` has taken its outcome.
  };
  LatestByDigest<Knowledge> candidates;
  /// Configurations that are known to FAIL.
  LatestByDigest<bool> trusted;
  LatestByDigest<bool> removals; ///< The latest outcome of each removal.
  std::map<RemovalKind, Share> kinds;
  /// The share of FAILs among all outcomes.
  double failShare = 0.3;
  /// The share of FAILs among removals that FAILed before, and among those that
  /// did not.
  Share afterFail, afterOther;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOMEODDS_H
