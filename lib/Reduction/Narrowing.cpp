// Narrows the difference between a passing and a failing configuration: the
// common part of the algorithms ddmax and isolate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Narrowing.h"

#include "Subsets.h"
#include <algorithm>

using namespace pinstripe;

Narrowing::Narrowing(Configuration start, Side side)
    : Reducer(std::move(start), CandidateRange::Start), side(side),
      passing(Configuration::empty(best().universe())), failing(best()) {
  split(2);
}

std::optional<Configuration> Narrowing::largestPassing() const {
  return hasPassed ? std::optional(passing) : std::nullopt;
}

void Narrowing::split(size_t granularity) {
  Configuration difference = failing.without(passing);
  std::vector<Element> members(difference.members().begin(),
                               difference.members().end());
  deltas =
      splitInto(members, std::min(granularity, members.size()), Larger::First);
  tried = 0;
}

const std::vector<Element> &Narrowing::delta() const {
  return deltas[(offset + tried) % deltas.size()];
}

/// Returns which test of the current subset comes next: the passing
/// configuration with the subset added, or the failing configuration with the
/// subset removed. ddmax tests a removal only if there are two subsets.
/// Removing one subset is then the same as adding the other one.
Narrowing::Question Narrowing::question() const {
  if (!isEmptyKnown)
    return Question::Empty;
  if (deltas.size() < 2)
    return Question::None;
  bool isCoarse = deltas.size() == 2;
  bool asksWithout = side == Side::Both || isCoarse;
  bool isWithFirst = side == Side::Both && isCoarse;
  if (isWithFirst && !with)
    return Question::With;
  return asksWithout && !without ? Question::Without : Question::With;
}

Configuration Narrowing::candidate(Question question) const {
  if (question == Question::With)
    return passing.with(delta());
  return question == Question::Without
             ? failing.without(delta())
             : Configuration::empty(passing.universe());
}

std::optional<Configuration> Narrowing::next() {
  if (question() != Question::None)
    return candidate(question());
  certifyResult();
  return std::nullopt;
}

void Narrowing::learn(Outcome outcome) {
  switch (question()) {
  case Question::Empty:
    hasPassed = outcome == Outcome::Pass;
    isEmptyKnown = true;
    return;
  case Question::With:
    with = outcome;
    break;
  case Question::Without:
    without = outcome;
    break;
  case Question::None:
    break;
  }
  if (!takeDecided())
    advance();
}

/// Moves the passing or the failing configuration closer to the other one, if
/// the outcomes known for the current subset allow this; otherwise returns
/// false. Up to two outcomes are known: that of the passing configuration with
/// the subset added, and that of the failing configuration with the subset
/// removed.
bool Narrowing::takeDecided() {
  size_t fewer = std::max<size_t>(deltas.size() - 1, 2);
  bool isBoth = side == Side::Both;
  bool isLast = with && (without || question() != Question::Without);
  if (isBoth && with == Outcome::Fail) {
    failing = passing.with(delta());
    narrow(2);
  } else if (without == Outcome::Pass) {
    passing = failing.without(delta());
    hasPassed = true;
    narrow(2);
  } else if (isBoth && without == Outcome::Fail) {
    failing = failing.without(delta());
    narrow(fewer);
  } else if (isLast && with == Outcome::Pass) {
    passing = passing.with(delta());
    hasPassed = true;
    narrow(fewer);
  } else {
    return false;
  }
  return true;
}

/// Begins the next round after the difference between the passing and the
/// failing configuration has become smaller. Splits the difference again, and
/// begins with the subset at which the last round has ended.
void Narrowing::narrow(size_t granularity) {
  offset = (offset + tried) % deltas.size();
  with.reset();
  without.reset();
  split(granularity);
}

/// Goes on to the next subset if no further test of the current subset is
/// needed. After the last subset, splits the difference into twice as many
/// subsets. If each subset is a single element already, ends the search.
void Narrowing::advance() {
  bool wantsMore = !with || (question() == Question::Without && !without);
  if (wantsMore)
    return;
  with.reset();
  without.reset();
  if (++tried < deltas.size())
    return;
  size_t left = failing.count() - passing.count();
  if (deltas.size() < left)
    split(2 * deltas.size());
  else
    deltas.clear();
}

llvm::StringRef Narrowing::phase() const {
  return deltas.size() > 2 ? "complements" : "subsets";
}
