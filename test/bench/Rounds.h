// Measures several things in turns and compares their medians.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contenders take turns. So if the machine is busy for a minute, all of
// them are affected alike.

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

/// Something to be measured.
struct Contender {
  /// Runs the contender once. Returns the number of seconds that count, which
  /// can be less than the whole time of the call.
  std::function<llvm::Expected<double>()> run;
  /// Number of rounds in which the thing takes part.
  unsigned rounds = 1;
  Samples samples;
};

/// Runs all contenders once without measuring, then in turns until each has had
/// its rounds.
llvm::Error measureInTurns(llvm::MutableArrayRef<Contender> contenders);

/// Returns how many seconds a call takes.
double secondsOf(llvm::function_ref<void()> call);

/// Makes a call, sets `seconds` to its time, and returns its result.
template <typename Call> auto timed(double &seconds, Call call) {
  std::optional<decltype(call())> result;
  seconds = secondsOf([&] { result.emplace(call()); });
  return std::move(*result);
}

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_ROUNDS_H
