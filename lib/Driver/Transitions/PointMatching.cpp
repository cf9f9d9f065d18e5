// Matches the points of two runs of the same program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/PointMatching.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace pinstripe;

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Aligns two sequences whose first elements differ. Returns nothing if they
/// differ in more than `most` elements. `reached[d]` has, for each diagonal k
/// from -d to d, how far on the left a path with d differences gets; the index
/// is k + d.
static Pairs findCommon(llvm::ArrayRef<uint32_t> left,
                        llvm::ArrayRef<uint32_t> right, uint32_t most) {
  auto n = static_cast<int64_t>(left.size());
  auto m = static_cast<int64_t>(right.size());
  std::vector<std::vector<int64_t>> reached;
  auto startOf = [&](int64_t d, int64_t k) {
    if (d == 0)
      return int64_t(0);
    const std::vector<int64_t> &before = reached[static_cast<size_t>(d - 1)];
    auto at = [&](int64_t diagonal) {
      return before[static_cast<size_t>(diagonal + d - 1)];
    };
    bool isDown = k == -d || (k != d && at(k - 1) < at(k + 1));
    return isDown ? at(k + 1) : at(k - 1) + 1;
  };
  bool isFound = false;
  for (int64_t d = 0; d <= std::min<int64_t>(most, n + m) && !isFound; ++d) {
    std::vector<int64_t> ends(static_cast<size_t>(2 * d + 1));
    for (int64_t k = -d; k <= d && !isFound; k += 2) {
      int64_t x = startOf(d, k);
      while (x < n && x - k < m &&
             left[static_cast<size_t>(x)] == right[static_cast<size_t>(x - k)])
        ++x;
      ends[static_cast<size_t>(k + d)] = x;
      isFound = x >= n && x - k >= m;
    }
    reached.push_back(std::move(ends));
  }
  Pairs pairs;
  if (!isFound)
    return pairs;
  int64_t x = n, k = n - m;
  for (auto d = static_cast<int64_t>(reached.size()) - 1; d >= 0; --d) {
    int64_t start = startOf(d, k);
    for (; x > start; --x)
      pairs.push_back(
          {static_cast<uint32_t>(x - 1), static_cast<uint32_t>(x - 1 - k)});
    if (d == 0)
      break;
    // A step to the right has come from the diagonal below, and one down from
    // the diagonal above.
    const std::vector<int64_t> &before = reached[static_cast<size_t>(d - 1)];
    bool isDown = k == -d || (k != d && before[static_cast<size_t>(k + d - 2)] <
                                            before[static_cast<size_t>(k + d)]);
    x = isDown ? start : start - 1;
    k += isDown ? 1 : -1;
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

Pairs pinstripe::alignSequences(llvm::ArrayRef<uint32_t> left,
                                llvm::ArrayRef<uint32_t> right,
                                uint32_t maxDifferences) {
  Pairs pairs;
  uint32_t begin = 0;
  while (begin < left.size() && begin < right.size() &&
         left[begin] == right[begin]) {
    pairs.push_back({begin, begin});
    ++begin;
  }
  left = left.drop_front(begin);
  right = right.drop_front(begin);
  uint32_t alike = 0;
  while (alike < left.size() && alike < right.size() &&
         left[left.size() - 1 - alike] == right[right.size() - 1 - alike])
    ++alike;
  for (auto [x, y] : findCommon(left.drop_back(alike), right.drop_back(alike),
                                maxDifferences))
    pairs.push_back({begin + x, begin + y});
  auto leftEnd = static_cast<uint32_t>(begin + left.size() - alike);
  auto rightEnd = static_cast<uint32_t>(begin + right.size() - alike);
  for (uint32_t i = 0; i < alike; ++i)
    pairs.push_back({leftEnd + i, rightEnd + i});
  return pairs;
}

namespace {

/// Matches the calls of two runs, and the events in them, in the order in which
/// the calls of the failing run began. So a call is looked at after its caller.
class PointMatcher {
public:
  PointMatcher(const UnitTable &table, const Trace &failing,
               const Trace &passing)
      : table(table), failing(failing), passing(passing),
        calls(failing.allInvocations().size()), events(failing.size()) {}
  std::vector<MatchedPoint> match();

private:
  std::optional<InvocationId> findPartner(const Invocation &call);
  void alignEvents(InvocationId ofFailing, InvocationId ofPassing);
  std::vector<uint32_t> unitsOf(const Trace &trace, InvocationId id) const;

  const UnitTable &table;
  const Trace &failing;
  const Trace &passing;
  /// The matching call of each call of the failing run; nullopt if there is
  /// none. `events` has the same for events.
  std::vector<std::optional<InvocationId>> calls;
  std::vector<std::optional<EventIndex>> events;
  /// How many calls of a function the same event of the same caller has made so
  /// far.
  std::map<std::tuple<std::optional<InvocationId>, std::optional<EventIndex>,
                      FunctionId>,
           uint32_t>
      ordinals;
};

} // namespace

std::vector<uint32_t> PointMatcher::unitsOf(const Trace &trace,
                                            InvocationId id) const {
  std::vector<uint32_t> units;
  for (EventIndex event : trace.eventsOf(id))
    units.push_back(
        static_cast<uint32_t>(table.entry(trace.entryOf(event)).unit));
  return units;
}

std::optional<InvocationId> PointMatcher::findPartner(const Invocation &call) {
  uint32_t ordinal = ordinals[{call.caller, call.parent, call.function}]++;
  std::optional<InvocationId> caller;
  std::optional<EventIndex> parent;
  if (call.caller && !(caller = calls[static_cast<size_t>(*call.caller)]))
    return std::nullopt;
  if (call.parent && !(parent = events[static_cast<size_t>(*call.parent)]))
    return std::nullopt;
  return passing.calledInvocation(caller, parent, call.function, ordinal);
}

void PointMatcher::alignEvents(InvocationId ofFailing, InvocationId ofPassing) {
  CallEvents left = failing.eventsOf(ofFailing);
  CallEvents right = passing.eventsOf(ofPassing);
  for (auto [x, y] :
       alignSequences(unitsOf(failing, ofFailing), unitsOf(passing, ofPassing)))
    events[static_cast<size_t>(left[x])] = right[y];
}

std::vector<MatchedPoint> PointMatcher::match() {
  llvm::ArrayRef<Invocation> all = failing.allInvocations();
  for (uint32_t i = 0; i < all.size(); ++i) {
    calls[i] = findPartner(all[i]);
    if (calls[i])
      alignEvents(InvocationId{i}, *calls[i]);
  }
  std::vector<MatchedPoint> points;
  for (uint32_t i = 0; i < events.size(); ++i)
    if (events[i])
      points.push_back({EventIndex{i}, *events[i]});
  return points;
}

std::vector<MatchedPoint> pinstripe::matchPoints(const UnitTable &table,
                                                 const Trace &failing,
                                                 const Trace &passing) {
  return PointMatcher(table, failing, passing).match();
}

/// Returns the statement that follows an event in the same call; nullopt if
/// there is none.
static std::optional<UnitId> nextUnit(const UnitTable &table,
                                      const Trace &trace, EventIndex event) {
  InvocationId call = trace.invocationOf(event);
  uint32_t next = trace.positionOf(event) + 1;
  if (next == trace.firstPosition(call) + trace.eventsOf(call).size())
    return std::nullopt;
  return table.entry(trace.entryOf(trace.eventAt(next))).unit;
}

/// Returns the calls that are under way when the last event of a run begins.
static std::set<InvocationId> callsAtEnd(const Trace &trace) {
  std::set<InvocationId> calls;
  std::optional<InvocationId> call;
  if (trace.size() != 0)
    call = trace.invocationOf(EventIndex(trace.size() - 1));
  for (; call; call = trace.invocation(*call).caller)
    calls.insert(*call);
  return calls;
}

std::vector<PartingPoint>
pinstripe::findPartings(const UnitTable &table, const Trace &failing,
                        const Trace &passing,
                        llvm::ArrayRef<MatchedPoint> points, size_t most) {
  std::vector<PartingPoint> partings;
  std::set<InvocationId> unfinished = callsAtEnd(failing);
  for (const MatchedPoint &point : points) {
    if (partings.size() == most)
      break;
    PartingPoint each{point, nextUnit(table, failing, point.failing),
                      nextUnit(table, passing, point.passing)};
    bool isAtEnd = !each.nextFailing &&
                   unfinished.contains(failing.invocationOf(point.failing));
    if (each.nextFailing != each.nextPassing && !isAtEnd)
      partings.push_back(each);
  }
  return partings;
}
