// Finds the points of a run at which the cause of its failure moves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/TransitionSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace pinstripe;

namespace {

/// The number of stretches into which the run is divided at first.
constexpr size_t maxStretches = 16;
/// At some points, no cause is found. If this happens at the point in the
/// middle between two points, this number of points on each side of the middle
/// are tried in its place.
constexpr size_t maxDetour = 3;
/// If there are at most so many points between two points, all of them are
/// announced.
constexpr size_t maxAnnounced = 40;

class TransitionSearch {
public:
  using Announce = llvm::function_ref<llvm::Error(llvm::ArrayRef<size_t>)>;
  TransitionSearch(CauseFinder causeAt, Announce announce,
                   llvm::function_ref<bool()> isOver, CausesByPoint &found)
      : causeAt(causeAt), announce(announce), isOver(isOver), found(found) {}
  llvm::Error search(size_t points);

private:
  llvm::Expected<bool> hasCause(size_t point, llvm::ArrayRef<Cause> likely);
  llvm::Error findBound(size_t good, size_t bad);
  llvm::Error bisect(size_t from, size_t to);
  bool isSameCause(size_t left, size_t right) const {
    return found.at(left)->variables == found.at(right)->variables;
  }

  llvm::Error announceBetween(size_t from, size_t to);

  CauseFinder causeAt;
  Announce announce;
  llvm::function_ref<bool()> isOver;
  CausesByPoint &found;
};

} // namespace

/// Returns whether a cause is found at a point. Returns false without looking
/// if the search has to end.
llvm::Expected<bool> TransitionSearch::hasCause(size_t point,
                                                llvm::ArrayRef<Cause> likely) {
  auto known = found.find(point);
  if (known != found.end())
    return known->second.has_value();
  if (isOver())
    return false;
  auto cause = causeAt(point, likely);
  if (!cause)
    return cause.takeError();
  if (isOver() && !*cause)
    return false;
  return found.emplace(point, std::move(*cause)).first->second.has_value();
}

/// Looks for the outermost point with a cause between a point that has one and
/// a point that has none, as if all points up to there had one.
llvm::Error TransitionSearch::findBound(size_t good, size_t bad) {
  while (good + 1 != bad && bad + 1 != good) {
    size_t middle = std::midpoint(good, bad);
    auto isGood = hasCause(middle, *found.at(good));
    if (!isGood)
      return isGood.takeError();
    if (isOver())
      break;
    (*isGood ? good : bad) = middle;
  }
  return llvm::Error::success();
}

llvm::Error TransitionSearch::announceBetween(size_t from, size_t to) {
  std::vector<size_t> between;
  for (size_t point = from + 1; point < to; ++point)
    if (!found.contains(point))
      between.push_back(point);
  return between.empty() ? llvm::Error::success() : announce(between);
}

/// Looks for the points between `from` and `to` at which the cause moves.
llvm::Error TransitionSearch::bisect(size_t from, size_t to) {
  bool isAnnounced = false;
  while (to - from > 1 && !isSameCause(from, to)) {
    if (!isAnnounced && to - from <= maxAnnounced) {
      if (llvm::Error error = announceBetween(from, to))
        return error;
      isAnnounced = true;
    }
    size_t middle = from + (to - from) / 2;
    std::optional<size_t> good;
    for (size_t i = 0; i <= 2 * maxDetour && !good; ++i) {
      size_t point = i % 2 == 1 ? middle + (i + 1) / 2 : middle - i / 2;
      if (point <= from || point >= to)
        continue;
      auto isGood = hasCause(point, {*found.at(from), *found.at(to)});
      if (!isGood)
        return isGood.takeError();
      if (*isGood)
        good = point;
    }
    if (!good)
      break;
    if (isSameCause(*good, to)) {
      to = *good;
    } else if (isSameCause(from, *good)) {
      from = *good;
    } else {
      if (llvm::Error error = bisect(from, *good))
        return error;
      from = *good;
    }
  }
  return llvm::Error::success();
}

llvm::Error TransitionSearch::search(size_t points) {
  std::vector<size_t> samples, good;
  size_t stretches = std::min(maxStretches, points - 1);
  for (size_t i = 0; i <= stretches; ++i)
    samples.push_back(stretches == 0 ? 0 : i * (points - 1) / stretches);
  for (size_t point : samples) {
    // Only when the first point is known, it is known what will be needed.
    if (found.size() == 1)
      if (llvm::Error error = announce(llvm::ArrayRef(samples).drop_front()))
        return error;
    std::vector<Cause> likely;
    if (!good.empty())
      likely.push_back(*found.at(good.back()));
    auto isGood = hasCause(point, likely);
    if (!isGood)
      return isGood.takeError();
    if (*isGood)
      good.push_back(point);
  }
  if (good.empty())
    return llvm::Error::success();
  auto bad = [&](size_t point) {
    return found.contains(point) && !found.at(point);
  };
  auto first = llvm::find(samples, good.front());
  if (first != samples.begin() && bad(*std::prev(first)))
    if (llvm::Error error = findBound(good.front(), *std::prev(first)))
      return error;
  auto next = std::next(llvm::find(samples, good.back()));
  if (next != samples.end() && bad(*next))
    if (llvm::Error error = findBound(good.back(), *next))
      return error;
  good.clear();
  for (const auto &[point, cause] : found)
    if (cause)
      good.push_back(point);
  for (size_t i = 1; i < good.size(); ++i)
    if (llvm::Error error = bisect(good[i - 1], good[i]))
      return error;
  return llvm::Error::success();
}

llvm::Error pinstripe::findCauses(
    size_t points, CauseFinder causeAt,
    llvm::function_ref<llvm::Error(llvm::ArrayRef<size_t>)> announce,
    llvm::function_ref<bool()> isOver, CausesByPoint &found) {
  if (points == 0)
    return llvm::Error::success();
  return TransitionSearch(causeAt, announce, isOver, found).search(points);
}
