// An engine that has its runs made by another process, called a lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RemoteEngine.h"
#include "pinstripe/Support/AtomicFile.h"

using namespace pinstripe;

/// Returns true if a lane starts two runs in the same way, so that one
/// LaneLaunch message serves both.
static bool startAlike(const LaunchSpec &left, const LaunchSpec &right) {
  auto key = [](const LaunchSpec &launch) {
    return std::tie(launch.arguments, launch.environment, launch.standardInput,
                    launch.watches, launch.flow, launch.computedStores,
                    launch.recompiled, launch.poison, launch.unrecordedCalls,
                    launch.wallLimitSeconds, launch.processorLimitSeconds,
                    launch.idleLimitSeconds, launch.eventLimit);
  };
  return key(left) == key(right);
}

/// Returns the part of `spec` that must be sent to a lane. The lane knows the
/// rest, because it has the case.
llvm::Expected<LaneLaunch>
RemoteEngine::launchOf(const LaunchSpec &spec) const {
  LaneLaunch launch;
  launch.arguments = spec.arguments;
  launch.environment = spec.environment;
  if (spec.standardInput != recorded.launch.standardInput) {
    if (llvm::Error error = readFile(spec.standardInput).moveInto(launch.input))
      return error;
  }
  launch.flow = spec.flow;
  launch.poison = spec.poison;
  launch.unrecordedCalls = spec.unrecordedCalls;
  launch.poisonsComputedStores = spec.computedStores != nullptr;
  launch.readsWatches = spec.watches != nullptr;
  launch.wallLimitSeconds = spec.wallLimitSeconds;
  launch.processorLimitSeconds = spec.processorLimitSeconds;
  launch.idleLimitSeconds = spec.idleLimitSeconds;
  launch.recordedSeconds = recorded.observation.seconds;
  launch.eventLimit = spec.eventLimit;
  launch.recompiled = spec.recompiled;
  return launch;
}

/// Waits until the process of the lane is ready, and sends everything that this
/// process lacks for the next run. Returns false if the run was cancelled
/// meanwhile.
llvm::Expected<bool> RemoteEngine::prepare(const LaunchSpec &spec) {
  auto proof = connection.awaitReady(/*mayAbandon=*/false);
  if (!proof)
    return proof.takeError();
  if (!*proof)
    return false;
  unsigned process = connection.starts();
  if (process != toldTo || !startAlike(spec, toldLaunch)) {
    llvm::Expected<LaneLaunch> launch = launchOf(spec);
    if (!launch)
      return launch.takeError();
    connection.send(FrameKind::Launch, toWire(*launch));
    toldLaunch = spec;
    if (process != toldTo && !lastFocus.empty())
      newFocus = lastFocus;
    toldTo = process;
  }
  if (newFocus)
    connection.send(FrameKind::Focus, *newFocus);
  if (newLiveFocus)
    connection.send(FrameKind::FocusLive, *newLiveFocus);
  newFocus.reset();
  newLiveFocus.reset();
  return true;
}

/// Asks the lane for a run once. Returns nullopt if the run was cancelled.
template <typename Request>
llvm::Expected<std::optional<RunResult>>
RemoteEngine::attempt(const LaunchSpec &spec, FrameKind kind,
                      Request &request) {
  request.number = connection.beginRun();
  llvm::Expected<bool> isReady = prepare(spec);
  if (!isReady)
    return isReady.takeError();
  if (!*isReady)
    return std::nullopt;
  connection.send(kind, toWire(request));
  llvm::Expected<std::optional<LaneAnswer>> answer = connection.awaitAnswer();
  if (!answer)
    return answer.takeError();
  if (!*answer)
    return std::nullopt;
  if (auto *result = std::get_if<RunResult>(&**answer))
    return std::move(*result);
  return llvm::make_error<LaneLostError>(connection.name() +
                                         ": it has judged a run");
}

template <typename Request>
llvm::Expected<RunResult> RemoteEngine::make(const LaunchSpec &spec,
                                             FrameKind kind, Request request) {
  for (;;) {
    auto result = attempt(spec, kind, request);
    if (!result && connection.hasDied()) {
      // The lane's process has died, but this error is not reported: the next
      // attempt starts the process again, or returns an error if the process
      // was started too often.
      llvm::consumeError(result.takeError());
      continue;
    }
    if (!result)
      return result.takeError();
    if (*result)
      return std::move(**result);
    // The result of a cancelled run is not used, so it may have any ending,
    // such as a time-out.
    RunResult cancelled;
    cancelled.ending = TimedOut();
    return cancelled;
  }
}

llvm::Expected<Recording> RemoteEngine::record(const LaunchSpec &spec) {
  return llvm::make_error<EngineError>("a lane of another machine records no "
                                       "runs");
}

llvm::Expected<Recording>
RemoteEngine::recordLive(const LaunchSpec &spec,
                         llvm::ArrayRef<LiveChange> changes) {
  return record(spec);
}

llvm::Expected<RunResult> RemoteEngine::execute(const LaunchSpec &spec,
                                                const Trace &trace,
                                                const EventSet &included) {
  return make(spec, FrameKind::Execute, PartialRequest{0, included});
}

llvm::Expected<RunResult>
RemoteEngine::executeLive(const LaunchSpec &spec,
                          llvm::ArrayRef<LiveChange> changes) {
  return make(spec, FrameKind::Live, LiveRequest{0, changes.vec()});
}

void RemoteEngine::focus(const EventSet &configuration) {
  lastFocus = toWire(configuration);
  newFocus = lastFocus;
}

void RemoteEngine::focusLive(llvm::ArrayRef<LiveChange> changes,
                             EventIndex event) {
  newLiveFocus = toWire(LiveFocusMessage{changes.vec(), event});
}
