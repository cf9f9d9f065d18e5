// Estimates how likely the test of a candidate is to FAIL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_OUTCOMEODDS_H
#define PINSTRIPE_REDUCTION_OUTCOMEODDS_H

#include "pinstripe/Reduction/Configuration.h"
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

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

/// Estimates how likely a candidate is to FAIL. If the same elements were
/// removed from another configuration before, the outcome is likely to be the
/// same. Otherwise the estimate comes from the latest candidates with the same
/// RemovalKind.
class OutcomeOdds {
public:
  /// Returns the estimate for a candidate with this digest and this removal.
  double chanceToFail(const ConfigurationDigest &candidate,
                      const Removal &removal) const;
  /// Returns true if the outcome of removing these elements is known, from
  /// whatever configuration they were removed.
  bool hasSeen(const Removal &removal) const {
    return removals.contains(removal.digest);
  }
  /// Notes that the configuration `base` is known to FAIL. If elements are
  /// removed from such a configuration and the outcome is not FAIL, the removal
  /// is the reason. For any other configuration, it need not be.
  void trust(const ConfigurationDigest &base) { trusted.insert(base); }
  /// Takes the outcome of a candidate that was tested in advance. Perhaps the
  /// reducer will never ask for it.
  void foresee(const ConfigurationDigest &candidate, const Removal &removal,
               bool fails);
  /// Returns true if `learn` has taken the outcome of this candidate.
  bool wasAsked(const ConfigurationDigest &candidate) const {
    return asked.contains(candidate);
  }
  /// Takes the outcome of any candidate that was asked for, for the share of
  /// FAILs.
  void learn(bool fails);
  /// Takes the outcome of a candidate that the reducer has asked for.
  void learn(const ConfigurationDigest &candidate, const Removal &removal,
             bool fails);

private:
  struct DigestHash {
    size_t operator()(const ConfigurationDigest &digest) const {
      return digest.low;
    }
  };
  template <typename Value>
  using ByDigest = std::unordered_map<ConfigurationDigest, Value, DigestHash>;
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

  /// The outcomes of candidates that were tested in advance and are not asked
  /// for yet.
  ByDigest<bool> foreseen;
  std::unordered_set<ConfigurationDigest, DigestHash> asked;
  /// Configurations that are known to FAIL.
  std::unordered_set<ConfigurationDigest, DigestHash> trusted;
  ByDigest<bool> removals; ///< The latest outcome of each removal.
  std::map<RemovalKind, Share> kinds;
  /// The share of FAILs among all outcomes.
  double failShare = 0.3;
  /// The share of FAILs among removals that FAILed before, and among those that
  /// did not.
  Share afterFail, afterOther;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOMEODDS_H
