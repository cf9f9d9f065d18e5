// Starts runs at checkpoints: processes stopped in the middle of earlier runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint is a process that has executed the first part of a run and has
// then stopped. Another run can start at the checkpoint if it executes the same
// events in this part. The recorded trace dictates everything else.
//
// Most runs execute a subset of a known set of events, the configuration. So a
// checkpoint may be made after each eighth of that set. Checkpoints are made
// only if runs are so long that checkpoints save time. At a checkpoint, the
// process must have no state but its memory and its three standard files.

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
  /// `session` makes the checkpoints and must outlive this object.
  explicit PlanCheckpoints(PlanSession &session) : session(session) {}

  /// Tells where checkpoints are useful: most of the next runs will execute a
  /// subset of the events in `configuration`. A run can start at a checkpoint
  /// if it executes all events of `configuration` that come before the
  /// checkpoint. The call reads all bits of `configuration` once.
  void focus(const EventSet &configuration);
  /// Returns the number of the checkpoint (a process stopped in the middle of
  /// an earlier run) at which a run of the events `included` can start. Returns
  /// 0 if the run has to start at the beginning. The function may make a new
  /// checkpoint. This overwrites the set of events for the next run, so the
  /// caller must then set the events again by PlanSession::include.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Drops the checkpoints that have stopped just before `event` or later. A
  /// checkpoint is a stopped run.
  void dropFrom(size_t event);
  /// Returns how many events (executions of statements) a run must have
  /// executed, so that its time can be used to estimate the time of other runs.
  /// Shorter runs tell too little.
  uint64_t minLearntEvents() const { return count / 4 + 1; }

private:
  static constexpr unsigned parts = 8;
  struct Checkpoint {
    /// The index of the event before which the checkpoint's process has
    /// stopped.
    size_t event = 0;
    /// The number of events before the checkpoint that are in `base`, the set
    /// that `focus` was called with last.
    size_t before = 0;
    uint32_t slot = 0;
  };

  /// Returns how many events of the set `base` come before `event`. `base` is
  /// the set that `focus` was called with last.
  size_t rankOf(size_t event) const;
  /// Returns the event at index `rank` in the set `base`. Exactly `rank` events
  /// of the set come before this event.
  size_t eventOfRank(size_t rank) const;
  uint32_t freeSlot();
  llvm::Error makeBefore(size_t event, const LaunchSpec &spec);

  PlanSession &session;
  /// The set of events that was last passed to `focus`. Most of the next runs
  /// execute a subset of it.
  EventSet base;
  /// An element for each block of 4096 events of the trace: the number of
  /// events in `base` that come before the block. With it, `rankOf` need only
  /// count the bits of one block.
  std::vector<size_t> ranks;
  /// The number of events in `base`, the set that `focus` was called with last.
  size_t count = 0;
  /// All checkpoints, sorted by the event before which they have stopped.
  std::vector<Checkpoint> checkpoints;
  /// The events in `base` are divided into eight parts, and a checkpoint may be
  /// made in each part. For each part, counts the runs that could have started
  /// at such a checkpoint if it had existed.
  std::array<unsigned, parts> requests{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANCHECKPOINTS_H
