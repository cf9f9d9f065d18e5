// Starts partial executions in the middle, if they agree up to that place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace dictates what a run does, so a process that was stopped after the
// first k events is the common start of all runs that agree up to there. A few
// such processes wait at eighths of the configuration in focus, where runs take
// long enough for that to pay, and only while all of the state of the process
// is its memory and its three standard files.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/Support/Error.h"
#include <array>

namespace pinstripe {

class PlanSession;

class PlanCheckpoints {
public:
  /// `session` must outlive the object.
  explicit PlanCheckpoints(PlanSession &session) : session(session) {}

  /// Announces that the next runs mostly execute subsets of `configuration`
  /// that agree with it up to some event. Takes a pass over its bits.
  void focus(const EventSet &configuration);
  /// Returns the number of the server from which a run of `included` can start;
  /// 0 is that at the beginning. Makes a checkpoint if that pays; then
  /// `included` has to be told to the session again.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Drops the checkpoints from this event on.
  void dropFrom(size_t event);
  /// Returns how many events a run must have to tell how long others take.
  uint64_t minLearntEvents() const { return count / 4 + 1; }

private:
  static constexpr unsigned parts = 8;
  struct Checkpoint {
    size_t event = 0; ///< The first event that the checkpoint has not executed.
    size_t before = 0; ///< Number of configuration events before `event`.
    uint32_t slot = 0;
  };

  /// Returns how many events of the configuration come before `event`.
  size_t rankOf(size_t event) const;
  /// Returns the event of the configuration with this rank.
  size_t eventOfRank(size_t rank) const;
  uint32_t freeSlot();
  llvm::Error makeBefore(size_t event, const LaunchSpec &spec);

  PlanSession &session;
  EventSet base;             ///< The configuration in focus.
  std::vector<size_t> ranks; ///< Events of `base` before each block of bits.
  size_t count = 0;          ///< Number of events of `base`.
  std::vector<Checkpoint> checkpoints; ///< Sorted by event.
  /// How many runs asked for a checkpoint at each part.
  std::array<unsigned, parts> requests{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
