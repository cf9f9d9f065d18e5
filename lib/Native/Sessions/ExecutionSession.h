// A session that executes run after run, some of them from a checkpoint.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

class PlanTables;

/// How far a run came.
struct Progress {
  uint64_t events = 0;            ///< Number of executed events.
  std::optional<EventIndex> last; ///< The last executed event, if any.
};

/// A checkpoint is a child that has stopped in the middle of its run and
/// serves from there: later runs that begin alike are forked from it. This base
/// knows how to make one and what a run costs; subclasses decide where
/// checkpoints pay.
class ExecutionSession : public TargetSession {
public:
  using TargetSession::TargetSession;

  virtual Progress progressOf(const ChildResult &child) const = 0;
  /// The tables of the trace that is executed in part; null in live flow.
  virtual const PlanTables *plan() const { return nullptr; }
  /// The watched values that the last run has found.
  virtual std::vector<WatchedValue> watchedValues() const { return {}; }

  /// Notes how long a run took that started at the beginning.
  void learn(double seconds, uint64_t events) {
    if (events >= minLearntEvents())
      secondsPerEvent = seconds / static_cast<double>(events);
  }
  /// Returns how long this number of events takes; 0 if that is unknown.
  double secondsFor(size_t events) const {
    return secondsPerEvent * static_cast<double>(events);
  }
  /// Makes a checkpoint before `event`; the server has been told to stop there.
  /// Returns false if the process has state that forks don't duplicate.
  llvm::Expected<bool> makeCheckpoint(const LaunchSpec &spec, uint32_t slot,
                                      size_t event);
  /// Returns whether the process may have such a state before `event`.
  bool isLate(size_t event) const { return event >= limit; }
  /// A checkpoint has failed: all are dropped, and no more are made.
  void giveUpCheckpoints() {
    dropCheckpoints();
    limit = 0;
  }

private:
  virtual void dropCheckpoints() = 0;
  /// Shorter runs teach nothing: they mostly measure the start of a process.
  virtual uint64_t minLearntEvents() const = 0;

  double secondsPerEvent = 0; ///< 0: unknown
  /// From this event on the process has state that can't be duplicated.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
