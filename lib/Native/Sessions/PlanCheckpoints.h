// Starts partial executions from checkpoints in the middle of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint is a process that has stopped after the first k events of a run.
// All runs that agree on which of these events they execute can start there,
// because the recorded trace dictates everything else.
//
// Most runs execute a subset of a known set of events, the configuration. So a
// checkpoint may be made after each eighth of that set. Checkpoints are made
// only if runs take long enough for that to pay. At a checkpoint, the process
// must have no state but its memory and its three standard files.

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
  /// `session` makes the runs. It must outlive this object.
  explicit PlanCheckpoints(PlanSession &session) : session(session) {}

  /// Says that most of the next runs will execute a subset of the events in
  /// `configuration`. A run that skips none of these events before a certain
  /// point can start at a checkpoint there. The call takes one pass over all
  /// bits of the set.
  void focus(const EventSet &configuration);
  /// Returns the number of the checkpoint from which a run that executes the
  /// events `included` can start; 0 if it has to start at the beginning. The
  /// function may make a new checkpoint, which overwrites the set of events for
  /// the next run. So the caller must set these events again afterwards, by
  /// PlanSession::include.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Drops all checkpoints (stopped runs) that have stopped just before `event`
  /// or just before a later event.
  void dropFrom(size_t event);
  /// Returns how many events (executions of statements) a run must have
  /// executed if its time is used to estimate the time of other runs. Shorter
  /// runs tell too little.
  uint64_t minLearntEvents() const { return count / 4 + 1; }

private:
  static constexpr unsigned parts = 8;
  struct Checkpoint {
    /// The event (execution of a statement) before which the checkpoint's
    /// process has stopped.
    size_t event = 0;
    /// How many events of the set `base` come before the checkpoint. `base` is
    /// the set that `focus` was called with last.
    size_t before = 0;
    uint32_t slot = 0;
  };

  /// Returns how many events of the set `base` come before `event`. `base` is
  /// the set that `focus` was called with last.
  size_t rankOf(size_t event) const;
  /// Returns the event at index `rank` in the set `base`: the one before which
  /// exactly `rank` events of the set come.
  size_t eventOfRank(size_t rank) const;
  uint32_t freeSlot();
  llvm::Error makeBefore(size_t event, const LaunchSpec &spec);

  PlanSession &session;
  /// The set of events (executions of statements), passed to `focus`, of which
  /// most of the next runs execute a subset.
  EventSet base;
  /// The number of events (executions of statements) of `base` that come before
  /// each block of 4096 events of the trace. With this table, `rankOf` counts
  /// the bits of one block only.
  std::vector<size_t> ranks;
  /// The number of events in `base`, the set that `focus` was called with last.
  size_t count = 0;
  /// All checkpoints (stopped runs), sorted by the event (execution of a
  /// statement) before which they have stopped.
  std::vector<Checkpoint> checkpoints;
  /// The events (executions of statements) in `base` are divided into eight
  /// parts. For each part: the number of runs that could have started at a
  /// checkpoint there if there had been one.
  std::array<unsigned, parts> requests{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
