// Executes runs in live flow: the program runs normally, except for changes
// that the tool makes, such as skipping a statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that change an event late in a long run all begin alike. So they can be
// forked from a checkpoint, which is a process that has stopped before that
// event. There is only one checkpoint at a time. LiveRunner sorts its runs by
// event, so that the checkpoint moves through the run once.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H

#include "Sessions/ExecutionSession.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Tells a server which changes its later runs have to make. In each of these
/// runs, the runtime (the tool's code in the process under test) makes the
/// changes.
llvm::Error setChanges(NativeServer &server,
                       llvm::ArrayRef<LiveChange> changes);

/// Describes a point at which later runs can start, because they are equal
/// until then. Before the event `event`, each of these runs makes exactly the
/// changes in `changes`. See ExecutionEngine::focusLive.
struct LiveFocus {
  std::vector<LiveChange> changes;
  EventIndex event{};
  bool operator==(const LiveFocus &) const = default;
};

class LiveSession final : public ExecutionSession {
public:
  LiveSession(const SessionTools &tools, const LaunchSpec &spec)
      : ExecutionSession(tools, spec, native::RunMode::Live) {}

  /// Prepares the next run, which makes the changes `changes`. First makes a
  /// checkpoint (a process stopped in the middle of the program) if that saves
  /// time. Returns the number of the checkpoint at which the run has to start;
  /// 0 if the run has to start at the beginning of the program.
  llvm::Expected<uint32_t> prepare(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);
  SessionProgress progressOf(const ChildResult &child) const override;

private:
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);
  void dropCheckpoints() override;
  uint64_t minLearntEvents() const override { return 1001; }

  /// The changes and the event of the present checkpoint, which tell what runs
  /// can start there. nullopt if there is no checkpoint. A checkpoint is a
  /// stopped run.
  std::optional<LiveFocus> place;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_LIVESESSION_H
