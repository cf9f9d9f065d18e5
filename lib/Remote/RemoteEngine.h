// An engine that has its runs made by another process, called a lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REMOTE_REMOTEENGINE_H
#define PINSTRIPE_LIB_REMOTE_REMOTEENGINE_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Remote/RemoteLanes.h"

namespace pinstripe {

/// An engine whose runs are made by a lane. It asks the lane for each run and
/// waits for the result. If the lane's process dies, the engine starts it again
/// and repeats the run. If the lane can't be used any more, each run returns a
/// LaneLostError.
///
/// The engine can't record, and all its runs are of the one case that the lane
/// has. The recorded trace is not sent, since the lane has it.
class RemoteEngine : public ExecutionEngine, private LiveFlowEngine {
public:
  /// `connection` and `recorded` must outlive the engine. `traits` are the
  /// traits of the engine that makes the runs in the lane's process.
  RemoteEngine(LaneConnection &connection, const RecordedCase &recorded,
               EngineTraits traits)
      : connection(connection), recorded(recorded), theTraits(traits) {}

  EngineTraits traits() const override { return theTraits; }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override;
  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override;
  void focus(const EventSet &configuration) override;
  void cancel() override { connection.cancel(); }
  LiveFlowEngine *liveFlow() override { return this; }

private:
  llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec,
              llvm::ArrayRef<LiveChange> changes) override;
  llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec,
             llvm::ArrayRef<LiveChange> changes) override;
  void focusLive(llvm::ArrayRef<LiveChange> changes, EventIndex event) override;

  llvm::Expected<bool> prepare(const LaunchSpec &spec);
  llvm::Expected<LaneLaunch> launchOf(const LaunchSpec &spec) const;
  template <typename Request>
  llvm::Expected<std::optional<RunResult>>
  attempt(const LaunchSpec &spec, FrameKind kind, Request &request);
  template <typename Request>
  llvm::Expected<RunResult> make(const LaunchSpec &spec, FrameKind kind,
                                 Request request);

  LaneConnection &connection;
  const RecordedCase &recorded;
  const EngineTraits theTraits;
  /// The number of the lane's process to which `toldLaunch` (how runs start)
  /// was sent. Processes are counted from 1 on; 0 means that nothing was sent
  /// yet.
  unsigned toldTo = 0;
  LaunchSpec toldLaunch;
  /// The hints of `focus` and `focusLive` that were not yet sent to the lane's
  /// process. A hint announces runs that begin alike.
  std::optional<std::string> newFocus, newLiveFocus;
  /// The configuration (set of executed events) that was last given to `focus`,
  /// as bytes. If the process of the lane is started again, the new process
  /// gets it, too.
  std::string lastFocus;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REMOTE_REMOTEENGINE_H
