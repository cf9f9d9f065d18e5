// A deadline: the moment at which work stops with what it has found by then.

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
  /// Returns the deadline that is `seconds` after `start`.
  static Deadline after(double seconds,
                        Clock::time_point start = Clock::now()) {
    // Longer times are cut to a century, which is as good as "never" and does
    // not overflow the clock.
    constexpr double longest = 100.0 * 365 * 24 * 3600;
    std::chrono::duration<double> length(std::min(seconds, longest));
    Deadline deadline;
    deadline.moment =
        start + std::chrono::duration_cast<Clock::duration>(length);
    return deadline;
  }

  bool hasPassed() const { return Clock::now() >= moment; }
  /// Returns the seconds until the deadline: infinity if it never passes, 0 if
  /// it has passed.
  double secondsLeft() const {
    if (moment == never)
      return std::numeric_limits<double>::infinity();
    std::chrono::duration<double> left = moment - Clock::now();
    return std::max(left.count(), 0.0);
  }
  /// Returns the deadline that is `seconds` before this one.
  Deadline before(double seconds) const {
    if (moment == never)
      return *this;
    Deadline earlier = after(-seconds, moment);
    return earlier;
  }
  /// Returns an earlier deadline: the moment at which a part (0 to 1) of the
  /// time that is left now will have passed.
  Deadline afterShare(double part) const {
    return moment == never ? *this : after(part * secondsLeft());
  }

private:
  static constexpr Clock::time_point never = Clock::time_point::max();
  Clock::time_point moment = never;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_DEADLINE_H
