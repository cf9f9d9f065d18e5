// Executes many runs of a program, each as a fork of a process that is kept
// ready.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

class PlanTables;

/// Says how far a run came before it ended.
struct SessionProgress {
  /// The number of events that the run has executed. An event is one execution
  /// of a statement.
  uint64_t events = 0;
  /// The event that was executed last; nullopt if there was none.
  std::optional<EventIndex> last;
  /// The event that the innermost call was executing. Always nullopt in live
  /// flow, where the program runs normally except for a few changes.
  std::optional<EventUnderWay> underWay = {};
};

/// A session that can make checkpoints. A checkpoint is a run that has stopped
/// in the middle. Later runs that begin in the same way are forked from it.
/// Subclasses decide where to make checkpoints. This base class also learns how
/// long runs take.
class ExecutionSession : public TargetSession {
public:
  using TargetSession::TargetSession;

  virtual SessionProgress progressOf(const ChildResult &child) const = 0;
  /// The tables made from the recorded trace, which the runs of this session
  /// follow. Null in live flow, where runs follow no trace.
  virtual const PlanTables *plan() const { return nullptr; }
  /// Returns the values that `--watch` compares, as the last run has read them.
  virtual std::vector<WatchedValue> watchedValues() const { return {}; }

  /// Estimates the time of an event from a run that has executed `events`
  /// events in `seconds` seconds. The run must have started at the beginning of
  /// the program, not at a checkpoint in the middle of the program.
  void learn(double seconds, uint64_t events) {
    if (events >= minLearntEvents())
      secondsPerEvent = seconds / static_cast<double>(events);
  }
  /// Returns how many seconds a run takes for `events` events; 0 if nothing is
  /// known about that yet.
  double secondsFor(size_t events) const {
    return secondsPerEvent * static_cast<double>(events);
  }
  /// Makes a checkpoint: a process that runs the program up to `event` and
  /// stops there, so that later runs can be forked from it. `slot` is the
  /// number of the checkpoint. Before the call, the caller must tell the server
  /// at which event to stop. Returns false if the run has ended before the
  /// event, or if the process has state that a fork would not copy.
  llvm::Expected<bool> makeCheckpoint(const LaunchSpec &spec, uint32_t slot,
                                      size_t event);
  /// Returns true if it is too late for a checkpoint before `event`, because
  /// the process may then have state that a fork would not have.
  bool isLate(size_t event) const { return event >= limit; }
  /// Drops all checkpoints (stopped runs from which others are forked), and
  /// makes no more. Called when a run that has started at a checkpoint has
  /// failed.
  void giveUpCheckpoints() {
    dropCheckpoints();
    limit = 0;
  }

private:
  virtual void dropCheckpoints() = 0;
  /// Returns the minimum number of events for which `learn` uses the time of a
  /// run. A shorter run spends most of its time on the start of its process.
  virtual uint64_t minLearntEvents() const = 0;

  double secondsPerEvent = 0; ///< 0: unknown
  /// The first event that is known to be too late for a checkpoint. From there
  /// on, the process has state that a fork would not have. SIZE_MAX if no such
  /// event is known.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
