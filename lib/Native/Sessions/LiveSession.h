// The server for runs in live flow: it takes any change, and knows no trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H

#include "Sessions/ExecutionSession.h"
#include "Sessions/LiveCheckpoint.h"

namespace pinstripe {

class LiveSession final : public ExecutionSession {
public:
  static llvm::Expected<std::unique_ptr<LiveSession>>
  start(const SessionTools &tools, const LaunchSpec &spec) {
    std::unique_ptr<LiveSession> session(new LiveSession(tools, spec));
    if (llvm::Error error =
            session->TargetSession::start(tools.hooks.forRecording()))
      return error;
    return session;
  }

  /// Prepares the next run. Returns the slot of the server to start it from.
  llvm::Expected<uint32_t> prepare(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus) {
    llvm::Expected<uint32_t> slot = checkpoint.startOf(spec, changes, focus);
    server().setChanges(recordsOf(changes));
    return slot;
  }

  CheckpointMaker &checkpoints() override { return checkpoint; }
  Progress progressOf(const ChildResult &child) const override {
    uint64_t events = child.live.goal - child.live.countdown;
    if (events == 0)
      return {};
    return {events, EventIndex(static_cast<uint32_t>(events - 1))};
  }

private:
  LiveSession(const SessionTools &tools, const LaunchSpec &spec)
      : ExecutionSession(tools, spec, native::RunMode::Live),
        checkpoint(*this, tools.outputs) {}

  LiveCheckpoint checkpoint;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
