// The server for runs in live flow: it takes any change, and knows no trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that change single events late in a long run share all that comes before
// these events, and can start there, at a checkpoint. Only one process waits at
// a time: Driver sorts its runs by event, so that the place moves through the
// run once.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H

#include "Sessions/ExecutionSession.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Returns the changes as the target reads them.
std::vector<native::ChangeRecord> recordsOf(llvm::ArrayRef<LiveChange> changes);

/// The arguments of ExecutionEngine::focusLive: later runs make these changes
/// and none other before `event`.
struct LiveFocus {
  std::vector<LiveChange> changes;
  EventIndex event{};
  bool operator==(const LiveFocus &) const = default;
};

class LiveSession final : public ExecutionSession {
public:
  LiveSession(const SessionTools &tools, const LaunchSpec &spec)
      : ExecutionSession(tools, spec, native::RunMode::Live) {}

  /// Prepares the next run. Returns the slot of the server to start it from: 0
  /// for the beginning, or that of the checkpoint, which is made if that pays.
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

  std::optional<LiveFocus> place; ///< Where the checkpoint is, if any.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
