// Makes checkpoints, for sessions whose runs can start in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_CHECKPOINTMAKER_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_CHECKPOINTMAKER_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

/// A checkpoint is a child that has stopped in the middle of its run and
/// serves from there: later runs that begin alike are forked from it. This base
/// knows how to make one and what a run costs; subclasses decide where
/// checkpoints pay.
class CheckpointMaker {
public:
  virtual ~CheckpointMaker() = default;
  /// Notes how long a run took that started at the beginning.
  void learn(double seconds, uint64_t events) {
    if (events >= minLearntEvents)
      secondsPerEvent = seconds / static_cast<double>(events);
  }
  /// A checkpoint has failed: all are dropped, and no more are made.
  void giveUp() {
    dropAll();
    limit = 0;
  }

protected:
  /// Both must outlive the object.
  CheckpointMaker(TargetSession &session, const OutputFiles &outputs)
      : session(session), outputs(outputs) {}
  virtual void dropAll() = 0;
  /// Makes a checkpoint before `event`; the session has been told to stop
  /// there. False if the process has state that forks don't duplicate.
  llvm::Expected<bool> make(const LaunchSpec &spec, uint32_t slot,
                            size_t event);

  TargetSession &session;
  double secondsPerEvent = 0; ///< 0: unknown
  /// Shorter runs teach nothing: they mostly measure the start of a process.
  uint64_t minLearntEvents = 1;
  /// From this event on the process has state that can't be duplicated.
  size_t limit = SIZE_MAX;

private:
  const OutputFiles &outputs;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_CHECKPOINTMAKER_H
