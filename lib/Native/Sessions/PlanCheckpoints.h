// Starts partial executions in the middle, if they agree up to there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded trace dictates what a run does. So a process that has stopped
// after the first k events can be the start of all runs that agree up to there.
// Some such processes (checkpoints) wait at eighths of the configuration that
// runs are similar to. They are made only if runs take long enough for that to
// pay, and only while the state of the process is nothing but its memory and
// its three standard files.

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
  /// `session`, whose runs are to start in the middle, must outlive the object.
  explicit PlanCheckpoints(PlanSession &session) : session(session) {}

  /// Says that the next runs will mostly execute subsets of `configuration`
  /// that agree with it up to some event. Takes one pass over all bits of the
  /// set.
  void focus(const EventSet &configuration);
  /// Returns the number of the server from which a run that executes `included`
  /// can start; 0 for the beginning. May make a checkpoint first; then the
  /// session must be told `included` once more.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Drops all checkpoints at this event or later.
  void dropFrom(size_t event);
  /// Returns how many events a run must have to show how long others take.
  uint64_t minLearntEvents() const { return count / 4 + 1; }

private:
  static constexpr unsigned parts = 8;
  struct Checkpoint {
    size_t event = 0; ///< The event before which the checkpoint has stopped.
    /// How many events of `base` come before the checkpoint.
    size_t before = 0;
    uint32_t slot = 0;
  };

  /// Returns how many events of `base` come before `event`.
  size_t rankOf(size_t event) const;
  /// Returns the event of `base` before which there are `rank` others.
  size_t eventOfRank(size_t rank) const;
  uint32_t freeSlot();
  llvm::Error makeBefore(size_t event, const LaunchSpec &spec);

  PlanSession &session;
  EventSet base; ///< The configuration to which runs are similar.
  /// For each block of bits of `base`, the number of events in the blocks
  /// before it.
  std::vector<size_t> ranks;
  size_t count = 0;                    ///< How many events `base` has.
  std::vector<Checkpoint> checkpoints; ///< All checkpoints, sorted by event.
  /// For each eighth of `base`: how many runs could have used a checkpoint
  /// there.
  std::array<unsigned, parts> requests{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
