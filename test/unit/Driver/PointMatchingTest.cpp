// Tests of the matching of points in two runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/PointMatching.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Makes a trace of calls. Each call is given by its function, the event that
/// makes it (-1 for none), and its caller (-1 for none).
static std::vector<Invocation>
callsOf(const std::vector<std::array<int, 3>> &calls) {
  std::vector<Invocation> all;
  for (auto [function, parent, caller] : calls) {
    Invocation call{FunctionId(function), {}, {}};
    if (parent >= 0)
      call.parent = EventIndex(parent);
    if (caller >= 0)
      call.caller = InvocationId(caller);
    all.push_back(call);
  }
  return all;
}

static Trace runOf(const std::vector<std::pair<int, int>> &events,
                   const std::vector<std::array<int, 3>> &calls) {
  std::vector<Event> all;
  for (auto [entry, call] : events)
    all.push_back({EntryId(entry), InvocationId(call)});
  return Trace(all, callsOf(calls));
}

static std::vector<std::pair<int, int>>
numbersOf(llvm::ArrayRef<MatchedPoint> points) {
  std::vector<std::pair<int, int>> numbers;
  for (const MatchedPoint &each : points)
    numbers.push_back(
        {static_cast<int>(each.failing), static_cast<int>(each.passing)});
  return numbers;
}

TEST_CASE("sequences are aligned by a longest common subsequence",
          "[transitions]") {
  std::vector<uint32_t> left = {1, 2, 3, 1, 2, 2, 1};
  std::vector<uint32_t> right = {3, 2, 1, 2, 1, 3};
  Pairs pairs = alignSequences(left, right);
  CHECK(pairs.size() == 4);
  for (size_t i = 0; i < pairs.size(); ++i) {
    CHECK(left[pairs[i].first] == right[pairs[i].second]);
    if (i != 0) {
      CHECK(pairs[i - 1].first < pairs[i].first);
      CHECK(pairs[i - 1].second < pairs[i].second);
    }
  }
  CHECK(alignSequences(left, {}).empty());
  CHECK(alignSequences(left, left).size() == left.size());
}

TEST_CASE("sequences that differ much are aligned at both ends only",
          "[transitions]") {
  std::vector<uint32_t> left = {1, 2, 3, 4, 9}, right = {1, 5, 3, 6, 9};
  CHECK(alignSequences(left, right) == Pairs{{0, 0}, {2, 2}, {4, 4}});
  CHECK(alignSequences(left, right, 3) == Pairs{{0, 0}, {4, 4}});
}

TEST_CASE("points after a loop match whatever its number of iterations",
          "[transitions]") {
  HandDrawnGraph drawn;
  for (int i = 0; i < 4; ++i)
    drawn.entry(0, {leaves});
  // 0: initialisation, 1: condition, 2: body, 3: after the loop
  Trace failing =
      runOf({{0, 0}, {1, 0}, {2, 0}, {1, 0}, {3, 0}}, {{0, -1, -1}});
  Trace passing = runOf(
      {{0, 0}, {1, 0}, {2, 0}, {1, 0}, {2, 0}, {1, 0}, {3, 0}}, {{0, -1, -1}});
  auto points = matchPoints(drawn.table, failing, passing);
  CHECK(points.size() == 5);
  CHECK(numbersOf(points).front() == std::pair(0, 0));
  CHECK(numbersOf(points).back() == std::pair(4, 6));
  auto partings = findPartings(drawn.table, failing, passing, points, 3);
  REQUIRE(partings.size() == 1);
  CHECK(partings[0].nextFailing == UnitId(3));
  CHECK(partings[0].nextPassing == UnitId(2));
}

TEST_CASE("calls match if matching events make them", "[transitions]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {leaves});
  drawn.entry(0, {leaves});
  drawn.entry(1, {leaves});
  // The passing run calls the function twice during its first event, and the
  // failing run calls it in its second event, too.
  Trace failing = runOf({{0, 0}, {2, 1}, {1, 0}, {2, 2}},
                        {{0, -1, -1}, {1, 0, 0}, {1, 2, 0}});
  Trace passing = runOf({{0, 0}, {2, 1}, {2, 2}, {1, 0}},
                        {{0, -1, -1}, {1, 0, 0}, {1, 0, 0}});
  CHECK(numbersOf(matchPoints(drawn.table, failing, passing)) ==
        std::vector<std::pair<int, int>>{{0, 0}, {1, 1}, {2, 3}});
}
