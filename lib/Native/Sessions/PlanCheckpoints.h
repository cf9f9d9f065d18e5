// Starts partial executions from checkpoints in the middle of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded trace dictates what a run does. So all runs that agree on which
// of the first k events they execute can start at the same checkpoint: a
// process that has stopped after these events. Checkpoints wait at eighths of
// the configuration, the set of events to which the runs' sets are similar.
// They are made only if runs take long enough for that to pay, and only while
// the state of the process is nothing but its memory and its three standard
// files.

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
  /// `session`, which makes the runs, must outlive the object.
  explicit PlanCheckpoints(PlanSession &session) : session(session) {}

  /// Says that most of the next runs execute a subset of `configuration` that
  /// begins with the same events as `configuration`. Takes one pass over all
  /// bits of the set.
  void focus(const EventSet &configuration);
  /// Returns the number of the checkpoint from which a run that executes
  /// `included` can start; 0 if it has to start at the beginning. May make a
  /// checkpoint, which makes the session include other events. So the caller
  /// must call PlanSession::include afterwards.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Drops all checkpoints that have stopped before `event` or a later event.
  void dropFrom(size_t event);
  /// Returns how many events a run must have so that its time tells how long
  /// other runs take.
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
  /// Returns the event of `base` that has `rank` events of `base` before it.
  size_t eventOfRank(size_t rank) const;
  uint32_t freeSlot();
  llvm::Error makeBefore(size_t event, const LaunchSpec &spec);

  PlanSession &session;
  EventSet base; ///< The set that `focus` was called with last.
  /// For each block of bits of `base`, the number of events in the blocks
  /// before it.
  std::vector<size_t> ranks;
  size_t count = 0;                    ///< How many events `base` has.
  std::vector<Checkpoint> checkpoints; ///< All checkpoints, sorted by event.
  /// For each eighth of `base`: how many runs could have used a checkpoint
  /// there if there had been one.
  std::array<unsigned, parts> requests{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
