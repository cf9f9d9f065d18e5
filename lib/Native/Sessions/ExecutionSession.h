// Executes many runs, each as a fork of one server or of a stopped run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

class PlanTables;

/// Says how far a run came before it ended.
struct SessionProgress {
  /// The number of events (executions of statements) that the run has executed.
  uint64_t events = 0;
  /// The event (execution of a statement) that was executed last; nullopt if
  /// there was none.
  std::optional<EventIndex> last;
  /// The event (execution of a statement) that the innermost call was
  /// executing. Always nullopt in live flow, where the program runs by itself
  /// except for a few changes.
  std::optional<EventUnderWay> underWay = {};
};

/// A session that can have checkpoints. A checkpoint is a run that has stopped
/// in the middle and become a server: later runs that begin in the same way are
/// forked from it. This base class makes checkpoints and learns how long runs
/// take. Subclasses decide where checkpoints pay.
class ExecutionSession : public TargetSession {
public:
  using TargetSession::TargetSession;

  virtual SessionProgress progressOf(const ChildResult &child) const = 0;
  /// The tables made from the recorded trace, of which each run executes a
  /// part; null in live flow (the program runs by itself, with some changes),
  /// where runs follow no trace.
  virtual const PlanTables *plan() const { return nullptr; }
  /// Returns the values that `--watch` compares, as the last run has read them.
  virtual std::vector<WatchedValue> watchedValues() const { return {}; }

  /// Learns from a run how much time an event (execution of a statement) takes.
  /// The run must have started at the beginning of the program, not at a
  /// checkpoint.
  void learn(double seconds, uint64_t events) {
    if (events >= minLearntEvents())
      secondsPerEvent = seconds / static_cast<double>(events);
  }
  /// Returns how many seconds a run takes for `events` events; 0 if nothing is
  /// known about that yet.
  double secondsFor(size_t events) const {
    return secondsPerEvent * static_cast<double>(events);
  }
  /// Makes a checkpoint: runs the program up to `event`, where the process
  /// stops and becomes the server number `slot`. Before the call, the server
  /// must have been told where to stop. Returns false if the process has state
  /// that forks do not duplicate.
  llvm::Expected<bool> makeCheckpoint(const LaunchSpec &spec, uint32_t slot,
                                      size_t event);
  /// Returns whether a checkpoint before `event` would come too late: there the
  /// process perhaps has state that forks do not duplicate.
  bool isLate(size_t event) const { return event >= limit; }
  /// Drops all checkpoints (stopped runs from which others are forked) and
  /// makes no more. Called when a run from a checkpoint has failed.
  void giveUpCheckpoints() {
    dropCheckpoints();
    limit = 0;
  }

private:
  virtual void dropCheckpoints() = 0;
  /// Returns the minimum number of events (executions of statements) of a run
  /// whose time `learn` uses. The time of a shorter run is mostly that of
  /// starting a process.
  virtual uint64_t minLearntEvents() const = 0;

  double secondsPerEvent = 0; ///< 0: unknown
  /// The first event (execution of a statement) that is known to be too late
  /// for a checkpoint, since the process then has state that forks do not
  /// duplicate. SIZE_MAX if none is known.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
