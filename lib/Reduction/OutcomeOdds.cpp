// Estimates how likely the test of a candidate is to FAIL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeOdds.h"

using namespace pinstripe;

/// The weight of the newest outcome in `failShare`, a running average that
/// tells the share of FAILs among all outcomes.
static constexpr double newestWeight = 0.1;
/// When an outcome is added to a Share, the weight of each earlier outcome is
/// multiplied by this factor.
static constexpr double remembered = 0.95;
/// The chance that a removal of some kind FAILs is estimated from the outcomes
/// of that kind, and from the share of FAILs among all outcomes. This share
/// counts as much as this many outcomes of the kind.
static constexpr double kindPrior = 2;
/// The first guess of the probability that a removal has another outcome when
/// it is tried again. The guess is corrected as soon as removals have been
/// tried again.
static constexpr double changed = 0.05;
/// The weight of the first guess `changed`: it counts as much as the outcomes
/// of this many removals that were tried again.
static constexpr double repeatPrior = 10;
/// The estimated probability that a test in advance has shown another outcome
/// than the candidate has when the reducer asks for it.
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
