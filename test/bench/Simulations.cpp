// Compares all reduction algorithms on simulated oracles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: simulations [--quick]
//
// Prints how many tests the algorithms need and how many elements remain, on
// average over fixed seeds. The numbers are the same in every build. Exits with
// 1 if the default algorithm exceeds one of its limits. --quick leaves out what
// takes long, and all but a few seeds.

#include "SimulatedOracles.h"
#include "Table.h"
#include "pinstripe/Reduction/FunctionOracle.h"

using namespace pinstripe;
using namespace pinstripe::bench;

namespace {

struct Simulation {
  std::string name;
  uint32_t seeds = 0; ///< the seeds from 1 to this number are used
  SimulatedCase (*make)(uint32_t seed) = nullptr;
  /// the largest number of tests that the default algorithm may need
  std::optional<double> limit;
};

struct Average {
  double tests = 0, size = 0;
};

/// An algorithm with its options. The table has a row for it.
struct Contestant {
  std::string name;
  Algorithm algorithm;
  ReductionOptions options;
};

} // namespace

static std::vector<Simulation> allSimulations(bool quick) {
  uint32_t few = quick ? 2 : 12, many = quick ? 25 : 100;
  return {
      {"scattered 2,000/50", few,
       [](uint32_t seed) { return scattered(2000, 50, seed); }, std::nullopt},
      {"scattered 2,000/200", few,
       [](uint32_t seed) { return scattered(2000, 200, seed); }, std::nullopt},
      {"machine 406", many, [](uint32_t seed) { return machine(406, seed); },
       std::nullopt},
      {"machine 1,941", many, [](uint32_t seed) { return machine(1941, seed); },
       330},
      {"paired 1,000/20", few,
       [](uint32_t seed) { return paired(1000, 20, seed); }, std::nullopt},
      {"paired, known", few,
       [](uint32_t seed) { return pairedKnown(1000, 20, seed); }, 340},
      {"pointers 2,000", few,
       [](uint32_t seed) { return pointers(2000, seed); }, std::nullopt},
      {"pointers 6,000", few,
       [](uint32_t seed) { return pointers(6000, seed); }, std::nullopt},
  };
}

static std::vector<Contestant> allContestants(bool quick) {
  std::vector<Contestant> contestants;
  for (bool fixpoint : {false, true})
    for (const Algorithm &algorithm : allAlgorithms()) {
      bool looksForSmall = algorithm.guarantee == Minimality::OneMinimal;
      bool isSlow = algorithm.name == "ddmin";
      if ((fixpoint && !looksForSmall) || (quick && isSlow))
        continue;
      std::string suffix = fixpoint ? " --fixpoint" : "";
      contestants.push_back(
          {algorithm.name.str() + suffix, algorithm, {fixpoint}});
    }
  return contestants;
}

/// Returns the size of the set that the algorithm's result is about: the
/// difference, the elements that were left out, or those that remain.
static size_t sizeOf(const ReductionResult &result) {
  if (!result.largestPassing)
    return result.best.count();
  size_t universe = result.best.universe();
  return result.minimality == Minimality::OneMaximal
             ? universe - result.largestPassing->count()
             : result.best.without(*result.largestPassing).count();
}

static Average averageOf(const Contestant &contestant,
                         const Simulation &simulation) {
  Average sum;
  for (uint32_t seed = 1; seed <= simulation.seeds; ++seed) {
    SimulatedCase each = simulation.make(seed);
    FunctionOracle function(each.outcomeOf);
    Oracle *oracle = &function;
    ReductionOptions options = contestant.options;
    ElementPrior prior;
    if (each.machine) {
      oracle = each.machine.get();
      prior = each.machine->prior();
      if (contestant.algorithm.createFrom)
        options.prior = &prior;
      if (contestant.algorithm.groupsFirst)
        options.firstCandidates = {each.machine->slice()};
    }
    ReductionObserver observer;
    std::atomic<bool> stop = false;
    ReductionResult result =
        llvm::cantFail(reduce(each.elements, contestant.algorithm, *oracle,
                              observer, stop, each.groups, options));
    sum.tests += result.counts.distinct();
    sum.size += sizeOf(result);
  }
  return {sum.tests / simulation.seeds, sum.size / simulation.seeds};
}

/// Returns false if the default algorithm needs more tests than it is allowed
/// to.
static bool isWithin(const Simulation &simulation, const Average &average) {
  if (!simulation.limit || average.tests <= *simulation.limit)
    return true;
  llvm::errs() << "simulations: " << simulation.name << ": "
               << rounded(average.tests) << " tests, at most "
               << rounded(*simulation.limit) << " are allowed\n";
  return false;
}

int main(int count, char **values) {
  bool quick = count == 2 && llvm::StringRef(values[1]) == "--quick";
  if (count > 1 && !quick) {
    llvm::errs() << "usage: simulations [--quick]\n";
    return 2;
  }
  std::vector<Simulation> simulations = allSimulations(quick);
  std::vector<std::string> heads{"tests / size"};
  for (const Simulation &simulation : simulations)
    heads.push_back(simulation.name);
  Table table(heads);
  bool allWithin = true;
  for (const Contestant &contestant : allContestants(quick)) {
    std::vector<std::string> cells{contestant.name};
    for (const Simulation &simulation : simulations) {
      Average average = averageOf(contestant, simulation);
      cells.push_back(rounded(average.tests) + " / " + rounded(average.size));
      if (contestant.name == allAlgorithms().front().name)
        allWithin &= isWithin(simulation, average);
    }
    table.add(cells);
  }
  llvm::outs() << "Sizes: elements kept; ddmax: left out; isolate: in the "
                  "difference.\n";
  table.print(llvm::outs());
  return allWithin ? 0 : 1;
}
