// Estimates how likely the test of a candidate is to FAIL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeOdds.h"

using namespace pinstripe;

/// The weight of the newest outcome when the share of FAILs among all outcomes
/// is computed.
static constexpr double newestWeight = 0.1;
/// The factor by which each further outcome shrinks the weight of the earlier
/// outcomes of the same kind.
static constexpr double remembered = 0.95;
/// In the estimate for one kind of removal, the share of FAILs among all
/// outcomes counts like this many outcomes of the kind.
static constexpr double kindPrior = 2;
/// The estimated probability that a removal that is tried again has another
/// outcome than before. It is the whole estimate as long as no removal has been
/// tried again.
static constexpr double changed = 0.05;
/// The estimate `changed` counts like this many outcomes of removals that were
/// tried again.
static constexpr double repeatPrior = 10;
/// The estimated probability that the outcome of a test in advance is wrong.
static constexpr double misjudged = 0.01;

void OutcomeOdds::Share::learn(bool hasFailed) {
  fails = fails * remembered + hasFailed;
  all = all * remembered + 1;
}

double OutcomeOdds::chanceToFail(const ConfigurationDigest &candidate,
                                 const Removal &removal) const {
  if (const Knowledge *known = candidates.find(candidate);
      known && known->isForeseen)
    return known->fails ? 1 - misjudged : misjudged;
  if (const bool *hasFailed = removals.find(removal.digest))
    return *hasFailed ? afterFail.value(1 - changed, repeatPrior)
                      : afterOther.value(changed, repeatPrior);
  auto kind = kinds.find(removal.kind);
  return kind == kinds.end() ? failShare
                             : kind->second.value(failShare, kindPrior);
}

void OutcomeOdds::foresee(const ConfigurationDigest &candidate,
                          const Removal &removal, bool fails) {
  candidates.set(candidate, {true, fails, wasAsked(candidate)});
  if (fails)
    trust(candidate);
  if (fails || trusted.find(removal.base))
    removals.set(removal.digest, fails);
}

void OutcomeOdds::learn(const ConfigurationDigest &candidate,
                        const Removal &removal, bool fails) {
  const Knowledge *known = candidates.find(candidate);
  bool wasForeseen = known && known->isForeseen;
  candidates.set(candidate, {false, fails, true});
  if (const bool *hasFailed = removals.find(removal.digest);
      hasFailed && !wasForeseen)
    (*hasFailed ? afterFail : afterOther).learn(fails);
  removals.set(removal.digest, fails);
  kinds[removal.kind].learn(fails);
}

void OutcomeOdds::learn(bool fails) {
  failShare += newestWeight * (fails - failShare);
}
