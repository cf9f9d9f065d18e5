// A session that executes run after run, some of them from a checkpoint.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H

#include "Sessions/CheckpointMaker.h"

namespace pinstripe {

class PlanTables;

/// How far a run came.
struct Progress {
  uint64_t events = 0;            ///< Number of executed events.
  std::optional<EventIndex> last; ///< The last of them, if there is one.
};

class ExecutionSession : public TargetSession {
public:
  virtual CheckpointMaker &checkpoints() = 0;
  virtual Progress progressOf(const ChildResult &child) const = 0;
  /// The tables of the trace that is executed in part; null in live flow.
  virtual const PlanTables *plan() const { return nullptr; }
  /// The watched values that the last run has found.
  virtual std::vector<WatchedValue> watchedValues() const { return {}; }

protected:
  using TargetSession::TargetSession;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_EXECUTIONSESSION_H
