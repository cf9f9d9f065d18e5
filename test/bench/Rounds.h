//===- Rounds.h - Measuring in turns -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is to be compared is measured in turns, so that a noisy minute of the
// machine hits all of it alike; what counts are medians, and their ratios.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_ROUNDS_H
#define PINSTRIPE_BENCH_ROUNDS_H

#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe::bench {

/// The times of one thing that was measured several times, in seconds.
class Samples {
public:
  void add(double seconds) { values.push_back(seconds); }
  bool empty() const { return values.empty(); }
  double median() const;
  double minimum() const;

private:
  std::vector<double> values;
};

/// One thing to measure.
struct Contender {
  /// Does it once. How long it took, in seconds; not all of the call counts.
  std::function<llvm::Expected<double>()> run;
  /// In how many rounds it takes part.
  unsigned rounds = 1;
  Samples samples;
};

/// All contenders once unmeasured, then in turns until each had its rounds.
llvm::Error measureInTurns(llvm::MutableArrayRef<Contender> contenders);

/// Seconds that a call takes.
double secondsOf(llvm::function_ref<void()> call);

/// What the call returns, and how long it took.
template <typename Call> auto timed(double &seconds, Call call) {
  std::optional<decltype(call())> result;
  seconds = secondsOf([&] { result.emplace(call()); });
  return std::move(*result);
}

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_ROUNDS_H
