// Simulates a reduction on many lanes, in virtual time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: manyLanes ELEMENTS FIRST KEPT < SECONDS
//
// Reads how long the tests of a real reduction took, one number a line.
// Simulates a reduction of ELEMENTS elements, of which KEPT are needed, at
// random places. The search begins with FIRST elements, as a real one begins
// with a dynamic slice. Each test takes as long as one of the real tests.
// Prints how much earlier the reduction would end with more lanes. A lane makes
// runs for the reduction. The reduction itself, and the way of a test to its
// lane, are taken to cost nothing. The numbers are the same in every build.

#include "SimulatedOracles.h"
#include "Table.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Reduction/Reduction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <iostream>
#include <map>

using namespace pinstripe;
using namespace pinstripe::bench;

namespace {

/// Makes tests on lanes in virtual time, as ExpectedRuns makes them in real
/// time: the lanes make the runs that are expected, the likeliest first. A run
/// that is not expected any more is cancelled.
class VirtualLanes : public Oracle {
public:
  VirtualLanes(const SimulatedCase &simulated, std::vector<double> seconds,
               size_t lanes)
      : simulated(simulated), seconds(std::move(seconds)), lanes(lanes) {}

  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  size_t prefetchDepth() override {
    return lanes.size() == 1 ? 0 : 2 * lanes.size();
  }
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;

  double elapsed() const { return now; }
  /// Returns how long one lane takes for all tests that were asked for.
  double work() const { return asked; }
  size_t tests() const { return testCount; }

private:
  using Key = std::pair<uint64_t, uint64_t>;
  struct VirtualLane {
    double freeAt = 0;
    Key run = {};
  };
  static Key keyOf(const Configuration &candidate) {
    ConfigurationDigest digest = candidate.digest();
    return {digest.low, digest.high};
  }
  double secondsOf(const Key &key) const {
    return seconds[key.first % seconds.size()];
  }
  void startExpected(double until);

  const SimulatedCase &simulated;
  std::vector<double> seconds;
  std::vector<VirtualLane> lanes;
  std::vector<Key> expected;  ///< The runs that no lane has begun.
  std::map<Key, double> ends; ///< When each run that was begun ends.
  double now = 0, asked = 0;
  size_t testCount = 0;
};

} // namespace

/// Starts expected runs on lanes that are free before the time `until`.
void VirtualLanes::startExpected(double until) {
  while (!expected.empty()) {
    auto lane =
        std::min_element(lanes.begin(), lanes.end(),
                         [](const VirtualLane &a, const VirtualLane &b) {
                           return a.freeAt < b.freeAt;
                         });
    double start = std::max(lane->freeAt, now);
    if (start > until)
      return;
    lane->run = expected.front();
    expected.erase(expected.begin());
    lane->freeAt = start + secondsOf(lane->run);
    ends[lane->run] = lane->freeAt;
  }
}

void VirtualLanes::prefetch(llvm::ArrayRef<Configuration> candidates) {
  std::vector<Key> wanted;
  for (const Configuration &candidate : candidates)
    wanted.push_back(keyOf(candidate));
  for (VirtualLane &lane : lanes) {
    bool isRunning = lane.freeAt > now;
    if (!isRunning || llvm::is_contained(wanted, lane.run))
      continue;
    lane.freeAt = now;
    ends.erase(lane.run);
  }
  expected.clear();
  for (const Key &key : wanted)
    if (!ends.contains(key))
      expected.push_back(key);
}

llvm::Expected<Outcome> VirtualLanes::test(const Configuration &candidate) {
  Key key = keyOf(candidate);
  ++testCount;
  asked += secondsOf(key);
  if (!ends.contains(key)) {
    llvm::erase(expected, key);
    expected.insert(expected.begin(), key);
    double first = lanes.front().freeAt;
    for (const VirtualLane &lane : lanes)
      first = std::min(first, lane.freeAt);
    startExpected(std::max(first, now));
  }
  double end = std::max(now, ends.at(key));
  startExpected(end);
  now = end;
  return simulated.outcomeOf(candidate);
}

/// Returns the elements with which the search begins: all that are needed, and
/// the first of the others, up to `size` elements in all.
static Configuration firstCandidate(const SimulatedCase &simulated,
                                    size_t size) {
  Configuration full = Configuration::full(simulated.elements);
  Configuration first = Configuration::empty(simulated.elements);
  std::vector<Element> others;
  size_t needed = 0;
  for (uint32_t i = 0; i != simulated.elements; ++i) {
    Configuration without = full;
    without.erase(Element(i));
    bool isNeeded = simulated.outcomeOf(without) != Outcome::Fail;
    needed += isNeeded;
    if (isNeeded)
      first.insert(Element(i));
    else
      others.push_back(Element(i));
  }
  for (size_t i = 0; i < others.size() && needed + i < size; ++i)
    first.insert(others[i]);
  return first;
}

int main(int count, char **values) {
  size_t elements = 0, first = 0, kept = 0;
  std::vector<double> seconds;
  for (double each = 0; std::cin >> each;)
    seconds.push_back(each);
  bool isRight = count == 4 &&
                 llvm::to_integer(llvm::StringRef(values[1]), elements) &&
                 llvm::to_integer(llvm::StringRef(values[2]), first) &&
                 llvm::to_integer(llvm::StringRef(values[3]), kept) &&
                 kept <= first && first <= elements && !seconds.empty();
  if (!isRight) {
    llvm::errs() << "usage: manyLanes ELEMENTS FIRST KEPT < SECONDS\n";
    return 2;
  }
  SimulatedCase simulated = scattered(elements, kept, /*seed=*/1);
  ReductionOptions options;
  if (first != elements)
    options.firstCandidate = firstCandidate(simulated, first);
  Table table({"lanes", "tests", "virtual seconds", "speed-up"});
  for (size_t lanes : {1, 8, 64, 512}) {
    VirtualLanes oracle(simulated, seconds, lanes);
    ReductionObserver observer;
    std::atomic<bool> stop = false;
    llvm::cantFail(reduce(elements, allAlgorithms().front(), oracle, observer,
                          stop, {}, options)
                       .takeError());
    table.add({std::to_string(lanes), std::to_string(oracle.tests()),
               rounded(oracle.elapsed()),
               rounded(oracle.work() / oracle.elapsed())});
  }
  table.print(llvm::outs());
  return 0;
}
