// Defines the clock that a program in a sandbox reads, the same in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock starts at the time when the case was recorded. It stands still
// while the program computes. Each time the program reads the clock, the clock
// advances a little. If the program sleeps, the clock advances by the time of
// the sleep. So the clock depends only on what the program does.
//
// Some programs wait for a certain time by reading the clock again and again.
// So later readings advance the clock by more than earlier ones, and the time
// comes soon. Two seconds take 64,000 readings.

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCLOCK_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCLOCK_H

#include <cstdint>
#include <ctime>
#include <optional>

namespace pinstripe {

/// The state of a process's clock, a word in the memory of the process.
/// Children inherit the clock with this memory. The upper 40 bits hold the
/// microseconds since the start, the lower 24 bits the number of readings.
class SteadyClock {
public:
  explicit SteadyClock(uint64_t word = 0) : state(word) {}
  uint64_t word() const { return state; }
  uint64_t microseconds() const { return state >> readingBits; }

  /// Advances the clock because the program reads it. The first 1,024 readings
  /// advance it by a microsecond each, the next 1,024 by two microseconds each,
  /// and so on.
  void read() {
    uint64_t readings = state & maxReadings;
    state += ((readings >> 10) + 1) << readingBits;
    state += readings < maxReadings;
  }
  /// Advances the clock by the time that the program has slept.
  void sleep(uint64_t slept) { state += slept << readingBits; }

private:
  static constexpr unsigned readingBits = 24;
  static constexpr uint64_t maxReadings = (uint64_t(1) << readingBits) - 1;
  uint64_t state;
};

/// The times that the clocks of a program show when the program starts. A
/// SteadyClock counts on from these times.
struct ClockStart {
  /// The time of calendar clocks when a program starts: seconds since 1970.
  uint64_t calendar = 0;
  /// The time of monotonic clocks, in seconds, when a program starts. The
  /// number is small on purpose. If the program passes a deadline by this clock
  /// to the kernel in a call that the tool does not see, the kernel compares
  /// the deadline with the machine's own clock. That clock usually shows more,
  /// so the program does not wait.
  uint64_t uptime = 100;

  /// Returns the seconds that a clock shows when the program starts; 0 for
  /// clocks of processor time. Returns nullopt for unknown clocks and for the
  /// clocks of other processes.
  std::optional<uint64_t> secondsOf(clockid_t clock) const {
    constexpr unsigned calendars = 0x921, monotonic = 0x2d2, processor = 0xc;
    if (clock < 0 || clock > 11)
      return std::nullopt;
    unsigned bit = 1u << clock;
    if (bit & calendars)
      return calendar;
    if (bit & monotonic)
      return uptime;
    return bit & processor ? std::optional<uint64_t>(0) : std::nullopt;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCLOCK_H
