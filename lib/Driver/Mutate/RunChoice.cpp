// Chooses a few of many other runs: those that say most about a defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/RunChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <numeric>
#include <set>
#include <tuple>

using namespace pinstripe;

/// Chooses at most `most` runs, in the order `isBetter`. But a run that prints
/// the same as a better run comes after all runs with new output.
static std::vector<size_t>
choose(llvm::ArrayRef<RunFeatures> runs, size_t most,
       llvm::function_ref<bool(const RunFeatures &, const RunFeatures &)>
           isBetter) {
  std::vector<size_t> order(runs.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    bool isEqual = !isBetter(runs[a], runs[b]) && !isBetter(runs[b], runs[a]);
    return isEqual ? a < b : isBetter(runs[a], runs[b]);
  });
  std::vector<size_t> chosen, alike;
  std::set<uint64_t> outputs;
  for (size_t i : order)
    (outputs.insert(runs[i].outputHash).second ? chosen : alike).push_back(i);
  llvm::append_range(chosen, alike);
  chosen.resize(std::min(chosen.size(), most));
  return chosen;
}

std::vector<size_t> pinstripe::choosePassing(llvm::ArrayRef<RunFeatures> runs,
                                             size_t most) {
  // The share of the recorded run's statements that a run executes is rounded
  // down to a multiple of `step`, so that small differences between runs do not
  // count.
  constexpr double step = 0.02;
  auto key = [](const RunFeatures &run) {
    int steps = static_cast<int>(run.sharedStatements / step);
    // If it is not known what runs execute, they are compared by how much they
    // print. A run that prints much probably executes much as well.
    uint64_t printed = steps == 0 ? run.outputBytes : 0;
    return std::tuple(-steps, -static_cast<int64_t>(printed), run.inputBytes);
  };
  return choose(runs, most, [&](const RunFeatures &a, const RunFeatures &b) {
    return key(a) < key(b);
  });
}

std::vector<size_t> pinstripe::chooseFailing(llvm::ArrayRef<RunFeatures> runs,
                                             size_t most) {
  return choose(runs, most, [](const RunFeatures &a, const RunFeatures &b) {
    return std::pair(!a.isStated, a.inputBytes) <
           std::pair(!b.isStated, b.inputBytes);
  });
}
