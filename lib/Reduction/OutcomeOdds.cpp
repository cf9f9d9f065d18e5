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
/// As long as no removal was tried twice, the second outcome of a removal is
/// taken to differ from the first one with this probability.
static constexpr double changed = 0.05;
/// Before removals have been tried twice, the estimate for repeated removals
/// counts like this many outcomes.
static constexpr double repeatPrior = 10;
/// The outcome of a test in advance is taken to be wrong with this probability.
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
