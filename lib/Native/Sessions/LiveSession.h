// The server for runs in live flow. Any changes can be asked for; no trace is
// needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that change an event late in a long run all begin alike, so they can
// start at a checkpoint before that event. There is only one checkpoint at a
// time: Driver sorts its runs by event, so that the checkpoint moves through
// the run once.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H

#include "Sessions/ExecutionSession.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Converts changes into the records that the runtime reads.
std::vector<native::ChangeRecord> recordsOf(llvm::ArrayRef<LiveChange> changes);

/// Tells what later runs have in common (ExecutionEngine::focusLive): before
/// `event` they make these changes and no others.
struct LiveFocus {
  std::vector<LiveChange> changes;
  EventIndex event{};
  bool operator==(const LiveFocus &) const = default;
};

class LiveSession final : public ExecutionSession {
public:
  LiveSession(const SessionTools &tools, const LaunchSpec &spec)
      : ExecutionSession(tools, spec, native::RunMode::Live) {}

  /// Prepares the next run. Returns the number of the server from which to
  /// start it: 0 for the beginning, or that of the checkpoint. A checkpoint is
  /// made if it pays.
  llvm::Expected<uint32_t> prepare(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);
  Progress progressOf(const ChildResult &child) const override;

private:
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);
  void dropCheckpoints() override;
  uint64_t minLearntEvents() const override { return 1001; }

  /// At which event the checkpoint is, if there is one.
  std::optional<LiveFocus> place;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
