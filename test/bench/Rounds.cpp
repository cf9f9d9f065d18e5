// Measures several things in turns and compares their medians.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Rounds.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace pinstripe::bench;

double Samples::median() const {
  std::vector<double> sorted = values;
  llvm::sort(sorted);
  size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half]
                           : (sorted[half - 1] + sorted[half]) / 2;
}

double Samples::minimum() const { return *llvm::min_element(values); }

llvm::Error
pinstripe::bench::measureInTurns(llvm::MutableArrayRef<Contender> contenders) {
  unsigned last = 0;
  for (const Contender &each : contenders)
    last = std::max(last, each.rounds);
  // Round 0 is not measured: it fills caches and does what is done only once.
  // Each round begins with another contender, since a run influences the caches
  // for the next run.
  for (unsigned round = 0; round <= last; ++round)
    for (size_t turn = 0; turn < contenders.size(); ++turn) {
      Contender &each = contenders[(round + turn) % contenders.size()];
      if (round > each.rounds)
        continue;
      llvm::Expected<double> seconds = each.run();
      if (!seconds)
        return seconds.takeError();
      if (round != 0)
        each.samples.add(*seconds);
    }
  return llvm::Error::success();
}

double pinstripe::bench::secondsOf(llvm::function_ref<void()> call) {
  auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}
