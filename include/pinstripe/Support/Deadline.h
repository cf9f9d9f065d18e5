// Defines a deadline, the moment at which work stops and returns what it has
// found so far.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_DEADLINE_H
#define PINSTRIPE_SUPPORT_DEADLINE_H

#include <algorithm>
#include <chrono>
#include <limits>

namespace pinstripe {

/// A moment at which work should stop. A default-constructed deadline never
/// passes.
class Deadline {
public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  /// Returns the deadline that is `seconds` later than `start`.
  static Deadline after(double seconds,
                        Clock::time_point start = Clock::now()) {
    // `seconds` is limited to a century: a longer time could overflow the
    // clock.
    constexpr double longest = 100.0 * 365 * 24 * 3600;
    std::chrono::duration<double> length(std::min(seconds, longest));
    Deadline deadline;
    deadline.moment =
        start + std::chrono::duration_cast<Clock::duration>(length);
    return deadline;
  }

  bool hasPassed() const { return Clock::now() >= moment; }
  /// Returns the seconds until the deadline. Returns infinity if the deadline
  /// never passes, and 0 if it has passed.
  double secondsLeft() const {
    if (moment == never)
      return std::numeric_limits<double>::infinity();
    std::chrono::duration<double> left = moment - Clock::now();
    return std::max(left.count(), 0.0);
  }
  /// Returns a deadline that is `seconds` earlier than this one. A deadline
  /// that never passes stays as it is.
  Deadline before(double seconds) const {
    if (moment == never)
      return *this;
    Deadline earlier = after(-seconds, moment);
    return earlier;
  }
  /// Returns an earlier deadline, for one step of the work. The step gets the
  /// share `part` of the time that is left. For example, 0.5 gives it half of
  /// the time. A deadline that never passes stays as it is.
  Deadline afterShare(double part) const {
    return moment == never ? *this : after(part * secondsLeft());
  }

private:
  static constexpr Clock::time_point never = Clock::time_point::max();
  Clock::time_point moment = never;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_DEADLINE_H
