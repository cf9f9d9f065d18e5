// Executes run after run on one server, some of them from a checkpoint.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

class PlanTables;

/// How far a run came before it ended.
struct Progress {
  uint64_t events = 0;            ///< Number of executed events.
  std::optional<EventIndex> last; ///< The last executed event, if any.
  /// The current event of the innermost activation; nullopt in live flow.
  std::optional<EventUnderWay> underWay = {};
};

/// A session that can have checkpoints. A checkpoint is a run that has stopped
/// in the middle and become a server: later runs that begin in the same way are
/// forked from it. This base class makes checkpoints and learns how long runs
/// take. Subclasses decide where checkpoints pay.
class ExecutionSession : public TargetSession {
public:
  using TargetSession::TargetSession;

  virtual Progress progressOf(const ChildResult &child) const = 0;
  /// The tables of the recorded trace that runs execute in part; null in live
  /// flow.
  virtual const PlanTables *plan() const { return nullptr; }
  /// Returns the watched values as the last run has read them.
  virtual std::vector<WatchedValue> watchedValues() const { return {}; }

  /// Learns how long runs take from a run that did not start at a checkpoint.
  void learn(double seconds, uint64_t events) {
    if (events >= minLearntEvents())
      secondsPerEvent = seconds / static_cast<double>(events);
  }
  /// Returns how many seconds the execution of this many events takes; 0 if
  /// that is unknown so far.
  double secondsFor(size_t events) const {
    return secondsPerEvent * static_cast<double>(events);
  }
  /// Makes the checkpoint number `slot` before `event`. The caller must have
  /// told the server where to stop. Returns false if the process has, at that
  /// event, state that forks do not duplicate.
  llvm::Expected<bool> makeCheckpoint(const LaunchSpec &spec, uint32_t slot,
                                      size_t event);
  /// Returns whether the process may have state before `event` that forks do
  /// not duplicate.
  bool isLate(size_t event) const { return event >= limit; }
  /// Drops all checkpoints and makes no more. Called when a run from a
  /// checkpoint has failed.
  void giveUpCheckpoints() {
    dropCheckpoints();
    limit = 0;
  }

private:
  virtual void dropCheckpoints() = 0;
  /// Returns how many events a run must have so that `learn` uses its time. The
  /// time of a shorter run is mostly that of starting a process.
  virtual uint64_t minLearntEvents() const = 0;

  double secondsPerEvent = 0; ///< 0: unknown
  /// From this event on, the process has state that forks do not duplicate.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
