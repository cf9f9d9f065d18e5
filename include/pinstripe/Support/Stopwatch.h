// Measures wall time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_STOPWATCH_H
#define PINSTRIPE_SUPPORT_STOPWATCH_H

#include <chrono>

namespace pinstripe {

inline double secondsSince(std::chrono::steady_clock::time_point start) {
  using Seconds = std::chrono::duration<double>;
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

/// Measures the wall time in seconds since the stopwatch was created.
class Stopwatch {
public:
  double seconds() const { return secondsSince(start); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_STOPWATCH_H
