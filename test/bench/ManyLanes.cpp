// Simulates, in virtual time, a reduction whose runs are made by many processes
// at once (lanes).
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
#include <numeric>

using namespace pinstripe;
using namespace pinstripe::bench;

namespace {

/// The number of runs that are planned ahead for each lane.
constexpr size_t plansPerLane = 4;

/// Makes tests on lanes in virtual time, in the same way as ExpectedRuns does
/// in real time. Lanes make the runs that are expected to be needed, the
/// likeliest first. If a run is no longer expected and takes longer than usual,
/// it is cancelled.
class VirtualLanes : public Oracle {
public:
  VirtualLanes(const SimulatedCase &simulated, std::vector<double> seconds,
               size_t lanes)
      : simulated(simulated), seconds(std::move(seconds)), lanes(lanes) {
    usual = std::accumulate(this->seconds.begin(), this->seconds.end(), 0.0) /
            this->seconds.size();
  }

  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  size_t prefetchDepth() override {
    return lanes.size() == 1 ? 0 : plansPerLane * lanes.size();
  }
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;
  TestOutlook outlook(const Configuration &candidate) override;
  void whileWaiting(std::function<void()> again) override {
    announceAgain = std::move(again);
  }

  double elapsed() const { return now; }
  /// Returns the total time of all tests that were asked for, on one lane.
  double work() const { return asked; }
  /// Returns the time of the longest test that was asked for.
  double longest() const { return longestAsked; }
  size_t tests() const { return testCount; }
  /// Returns how many runs were begun, needed or not.
  size_t begun() const { return begunCount; }

private:
  using Key = std::pair<uint64_t, uint64_t>;
  struct VirtualLane {
    bool isRunning = false;
    double start = 0;
    double end = 0;
    Key run = {};
  };
  struct Run {
    bool isWanted = true;
    bool isBegun = false;
    bool isFinished = false;
  };
  static Key keyOf(const Configuration &candidate) {
    ConfigurationDigest digest = candidate.digest();
    return {digest.low, digest.high};
  }
  double secondsOf(const Key &key) const {
    return seconds[key.first % seconds.size()];
  }
  void beginRuns();
  void passTime();

  const SimulatedCase &simulated;
  std::vector<double> seconds;
  std::vector<VirtualLane> lanes;
  std::map<Key, Run> runs;
  /// The runs that no lane has begun yet, by rank.
  std::map<size_t, Key> waiting;
  std::function<void()> announceAgain;
  double usual = 0;
  double now = 0, asked = 0, longestAsked = 0;
  size_t testCount = 0, begunCount = 0;
};

} // namespace

/// Begins waiting runs on the lanes that are free, the likeliest first.
void VirtualLanes::beginRuns() {
  for (VirtualLane &lane : lanes) {
    if (lane.isRunning)
      continue;
    if (waiting.empty())
      return;
    Key key = waiting.begin()->second;
    waiting.erase(waiting.begin());
    runs.at(key).isBegun = true;
    lane = {true, now, now + secondsOf(key), key};
    ++begunCount;
  }
}

/// Advances the virtual time until a run ends, or until a run that is no longer
/// wanted is cancelled.
void VirtualLanes::passTime() {
  VirtualLane *first = nullptr;
  double end = 0;
  for (VirtualLane &lane : lanes) {
    if (!lane.isRunning)
      continue;
    double laneEnd = lane.end;
    if (!runs.at(lane.run).isWanted)
      laneEnd = std::min(laneEnd, std::max(now, lane.start + usual));
    if (first && end <= laneEnd)
      continue;
    first = &lane;
    end = laneEnd;
  }
  now = end;
  first->isRunning = false;
  if (first->end <= now)
    runs.at(first->run).isFinished = true;
  else
    runs.erase(first->run);
}

void VirtualLanes::prefetch(llvm::ArrayRef<Configuration> candidates) {
  for (auto &[key, run] : runs)
    run.isWanted = false;
  waiting.clear();
  size_t rank = 0;
  for (const Configuration &candidate : candidates) {
    Run &run = runs[keyOf(candidate)];
    run.isWanted = true;
    ++rank;
    if (!run.isBegun)
      waiting[rank] = keyOf(candidate);
  }
  std::erase_if(runs, [](const auto &each) {
    const Run &run = each.second;
    return !run.isWanted && (!run.isBegun || run.isFinished);
  });
}

TestOutlook VirtualLanes::outlook(const Configuration &candidate) {
  auto found = runs.find(keyOf(candidate));
  TestOutlook outlook;
  if (found != runs.end()) {
    outlook.isBegun = found->second.isBegun;
    if (found->second.isFinished)
      outlook.outcome = simulated.outcomeOf(candidate);
  }
  return outlook;
}

llvm::Expected<Outcome> VirtualLanes::test(const Configuration &candidate) {
  Key key = keyOf(candidate);
  ++testCount;
  asked += secondsOf(key);
  longestAsked = std::max(longestAsked, secondsOf(key));
  if (!runs[key].isBegun) {
    std::erase_if(waiting,
                  [&](const auto &each) { return each.second == key; });
    waiting[0] = key;
  }
  runs[key].isWanted = true;
  beginRuns();
  while (!runs.at(key).isFinished) {
    passTime();
    bool areFewLeft = waiting.size() < lanes.size();
    if (announceAgain && areFewLeft && !runs.at(key).isFinished)
      announceAgain();
    beginRuns();
  }
  runs.erase(key);
  return simulated.outcomeOf(candidate);
}

/// Returns the elements with which the search begins: all that are needed, and
/// then the first other ones, up to `size` elements in all.
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
    options.firstCandidates = {firstCandidate(simulated, first)};
  double longest = 0;
  Table table({"lanes", "tests", "runs begun", "virtual seconds", "speed-up"});
  for (size_t lanes : {1, 2, 8, 64, 512}) {
    VirtualLanes oracle(simulated, seconds, lanes);
    ReductionObserver observer;
    std::atomic<bool> stop = false;
    llvm::cantFail(reduce(elements, allAlgorithms().front(), oracle, observer,
                          stop, {}, options)
                       .takeError());
    longest = oracle.longest();
    table.add({std::to_string(lanes), std::to_string(oracle.tests()),
               std::to_string(oracle.begun()), rounded(oracle.elapsed()),
               rounded(oracle.work() / oracle.elapsed())});
  }
  table.print(llvm::outs());
  // A reduction can't be faster than its longest test.
  llvm::outs() << "\nThe longest test alone takes " << rounded(longest)
               << " s.\n";
  return 0;
}
