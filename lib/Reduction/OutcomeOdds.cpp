// Estimates how likely the test of a candidate is to FAIL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutcomeOdds.h"

using namespace pinstripe;

/// The weight of the newest outcome in the share of FAILs among all outcomes.
static constexpr double newestWeight = 0.1;
/// The factor by which the weight of an outcome shrinks with each later outcome
/// of the same kind.
static constexpr double remembered = 0.95;
/// The share of FAILs among all outcomes counts as much as this many outcomes
/// of a kind.
static constexpr double kindPrior = 2;
/// Before there are outcomes of removals that were tried twice, the second
/// outcome is taken to be the same as the first one in all but this share.
static constexpr double changed = 0.05;
/// The estimate for a removal that was tried before begins as if this many
/// removals had been tried twice.
static constexpr double repeatPrior = 10;
/// Outcomes of tests in advance are taken to be right in all but this share.
static constexpr double misjudged = 0.01;

void OutcomeOdds::Share::learn(bool hasFailed) {
  fails = fails * remembered + hasFailed;
  all = all * remembered + 1;
}

double OutcomeOdds::chanceToFail(const ConfigurationDigest &candidate,
                                 const Removal &removal) const {
  if (auto found = foreseen.find(candidate); found != foreseen.end())
    return found->second ? 1 - misjudged : misjudged;
  if (auto found = removals.find(removal.digest); found != removals.end())
    return found->second ? afterFail.value(1 - changed, repeatPrior)
                         : afterOther.value(changed, repeatPrior);
  auto kind = kinds.find(removal.kind);
  return kind == kinds.end() ? failShare
                             : kind->second.value(failShare, kindPrior);
}

void OutcomeOdds::foresee(const ConfigurationDigest &candidate,
                          const Removal &removal, bool fails) {
  foreseen[candidate] = fails;
  if (fails)
    trusted.insert(candidate);
  if (fails || trusted.contains(removal.base))
    removals[removal.digest] = fails;
}

void OutcomeOdds::learn(const ConfigurationDigest &candidate,
                        const Removal &removal, bool fails) {
  asked.insert(candidate);
  bool wasForeseen = foreseen.erase(candidate) != 0;
  if (auto found = removals.find(removal.digest);
      found != removals.end() && !wasForeseen)
    (found->second ? afterFail : afterOther).learn(fails);
  removals[removal.digest] = fails;
  kinds[removal.kind].learn(fails);
}

void OutcomeOdds::learn(bool fails) {
  failShare += newestWeight * (fails - failShare);
}
