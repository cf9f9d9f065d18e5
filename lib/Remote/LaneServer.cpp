// Makes the runs that another process asks for, perhaps from another machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/LaneServer.h"
#include "LaneQueue.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Driver/Reduce/ComputedStoreFinder.h"
#include "pinstripe/Remote/CaseParcel.h"
#include "pinstripe/Remote/ProgramParcel.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/Support/Threading.h"

using namespace pinstripe;

namespace {

/// A lane: makes the runs that another process asks for. All functions are
/// called by one thread, which owns the engine.
class LaneServer {
public:
  LaneServer(FrameLink &link, LaneQueue &queue, unsigned localLanes)
      : link(link), queue(queue), localLanes(localLanes) {}
  void serve();

private:
  void reply(FrameKind kind, std::string body) {
    link.send({rank, kind, std::move(body)});
  }
  void handle(const Frame &frame);
  void handleForCase(const Frame &frame);
  void accept(const Frame &frame);
  llvm::Error take(LaneOffer &offer);
  void setLaunch(const LaneLaunch &wanted);
  llvm::Error launchAs(const LaneLaunch &wanted);
  void limit(const LaneLaunch &wanted);
  void execute(const PartialRequest &request);
  void executeLive(const LiveRequest &request);
  void test(const TestRequest &request);
  unsigned sharing() const;
  void make(uint64_t number,
            llvm::function_ref<llvm::Expected<RunResult>()> attempt);

  RunnableCase runnable() const {
    return {*received->open.recorded, *received->open.runner, queue.isOver()};
  }

  FrameLink &link;
  LaneQueue &queue;
  const unsigned localLanes;
  uint32_t rank = 0;
  /// The case or the program whose runs the lane makes. At most one of the two
  /// members has a value.
  std::optional<ReceivedCase> received;
  std::optional<ReceivedProgram> program;
  LaunchSpec launch;
  /// Why the lane can't start runs in the way that the latest Launch message
  /// asks for; empty if it can.
  std::string launchFailure;
  /// The stores of the recorded run whose addresses are known only from the
  /// recording, such as stores to array elements (see
  /// LaunchSpec::computedStores). They are found when a run first needs them;
  /// null until then.
  std::shared_ptr<const ComputedStores> computedStores;
};

} // namespace

void LaneServer::serve() {
  while (std::optional<Frame> frame = queue.next())
    handle(*frame);
}

/// Decodes the body of a message, and calls `use` with it. A message that can't
/// be decoded comes from another program, so it is ignored.
template <typename Body, typename Use>
static void withBody(const Frame &frame, Use use) {
  if (std::optional<Body> body = fromWire<Body>(frame.body))
    use(*body);
}

void LaneServer::handle(const Frame &frame) {
  if (frame.kind == FrameKind::Offer)
    return accept(frame);
  if (program && frame.kind == FrameKind::Test)
    return withBody<TestRequest>(
        frame, [&](const TestRequest &request) { test(request); });
  if (received)
    handleForCase(frame);
}

void LaneServer::handleForCase(const Frame &frame) {
  CaseRunner &runner = *received->open.runner;
  switch (frame.kind) {
  case FrameKind::Launch:
    return withBody<LaneLaunch>(
        frame, [&](const LaneLaunch &wanted) { setLaunch(wanted); });
  case FrameKind::Focus:
    return withBody<EventSet>(frame, [&](const EventSet &set) {
      if (set.universe() == received->open.recorded->trace.size())
        runner.engine().focus(set);
    });
  case FrameKind::FocusLive:
    return withBody<LiveFocusMessage>(
        frame, [&](const LiveFocusMessage &focus) {
          if (LiveFlowEngine *engine = runner.engine().liveFlow())
            engine->focusLive(focus.changes, focus.event);
        });
  case FrameKind::Execute:
    return withBody<PartialRequest>(
        frame, [&](const PartialRequest &request) { execute(request); });
  case FrameKind::Live:
    return withBody<LiveRequest>(
        frame, [&](const LiveRequest &request) { executeLive(request); });
  default:
    return;
  }
}

void LaneServer::accept(const Frame &frame) {
  rank = frame.rank;
  std::optional<LaneOffer> offer = fromWire<LaneOffer>(frame.body);
  if (!offer)
    return reply(FrameKind::Refused,
                 toWire(LaneRefusal{0, "it has another build of pinstripe"}));
  if (llvm::Error error = take(*offer))
    return reply(
        FrameKind::Refused,
        toWire(LaneRefusal{offer->number, llvm::toString(std::move(error))}));
  LaneReady ready{offer->number};
  if (received)
    ready.proof = received->open.recorded->observation;
  reply(FrameKind::Ready, toWire(ready));
}

/// Gets ready to make runs of the case or the program in `offer`. Forgets the
/// case or program of the previous offer.
llvm::Error LaneServer::take(LaneOffer &offer) {
  received.reset();
  program.reset();
  computedStores.reset();
  launchFailure.clear();
  if (auto *sent = std::get_if<ProgramOffer>(&offer.what)) {
    llvm::Expected<ReceivedProgram> unpacked = unpackProgram(
        std::move(*sent), offer.machine, sharing(), queue.isOver());
    if (!unpacked)
      return unpacked.takeError();
    program.emplace(std::move(*unpacked));
    return llvm::Error::success();
  }
  llvm::Expected<ReceivedCase> unpacked = unpackCase(
      std::get<CaseOffer>(offer.what), offer.machine, queue.isOver());
  if (!unpacked)
    return unpacked.takeError();
  received.emplace(std::move(*unpacked));
  launch = partialLaunch(*received->open.recorded, *received->open.runner);
  return llvm::Error::success();
}

/// Returns how many lanes of this machine share a processor.
unsigned LaneServer::sharing() const {
  unsigned processors =
      std::max(1u, llvm::hardware_concurrency().compute_thread_count());
  return std::max(1u, (localLanes + processors - 1) / processors);
}

void LaneServer::setLaunch(const LaneLaunch &wanted) {
  llvm::Error error = launchAs(wanted);
  launchFailure = error ? llvm::toString(std::move(error)) : "";
}

llvm::Error LaneServer::launchAs(const LaneLaunch &wanted) {
  const RecordedCase &recorded = *received->open.recorded;
  launch = partialLaunch(recorded, *received->open.runner);
  launch.arguments = wanted.arguments;
  launch.environment = wanted.environment;
  launch.flow = wanted.flow;
  launch.poison = wanted.poison;
  launch.unrecordedCalls = wanted.unrecordedCalls;
  launch.recompiled = wanted.recompiled;
  if (!wanted.readsWatches)
    launch.watches = nullptr;
  limit(wanted);
  if (wanted.input) {
    launch.standardInput = received->folder.file("input");
    if (llvm::Error error =
            writeFileAtomically(launch.standardInput, *wanted.input))
      return error;
  }
  if (wanted.poisonsComputedStores && !computedStores) {
    if (llvm::Error error =
            findComputedStores(runnable(), launch, /*say=*/nullptr)
                .moveInto(computedStores))
      return error;
    if (!computedStores)
      return llvm::make_error<EngineError>(
          "the run can't be recorded instruction by instruction there");
  }
  if (wanted.poisonsComputedStores)
    launch.computedStores = computedStores;
  return llvm::Error::success();
}

/// Sets the limits of the following runs. The time limits in `wanted` fit the
/// machine of the searching process. They are raised if this machine is slower,
/// or if it has more lanes than processors.
void LaneServer::limit(const LaneLaunch &wanted) {
  double slowness = 1;
  if (wanted.recordedSeconds > 0)
    slowness = std::max(1.0, received->open.recorded->observation.seconds /
                                 wanted.recordedSeconds);
  launch.wallLimitSeconds = wanted.wallLimitSeconds * slowness * sharing();
  launch.processorLimitSeconds = wanted.processorLimitSeconds * slowness;
  launch.idleLimitSeconds = wanted.idleLimitSeconds * slowness;
  launch.eventLimit = wanted.eventLimit;
}

/// Makes a run and sends its result. Does not repeat a run that may have been
/// disturbed, since the searching process does this.
void LaneServer::make(uint64_t number,
                      llvm::function_ref<llvm::Expected<RunResult>()> attempt) {
  CaseRunner &runner = *received->open.runner;
  if (!launchFailure.empty())
    return reply(FrameKind::Failed,
                 toWire(LaneFailure{number, launchFailure, false}));
  if (!queue.begin(number, [&engine = runner.engine()] { engine.cancel(); }))
    return;
  llvm::Error error = llvm::Error::success();
  if (runner.place().prepare)
    error = llvm::joinErrors(std::move(error), runner.place().prepare());
  llvm::Expected<RunResult> result =
      error ? llvm::Expected<RunResult>(std::move(error)) : attempt();
  queue.end();
  // If the disk is full, files that the run has written may be incomplete. So
  // an error is sent instead of the result.
  if (result)
    if (llvm::Error full = runner.checkRoom())
      result = std::move(full);
  if (result)
    return reply(FrameKind::Result,
                 toWire(LaneResult{number, std::move(*result)}));
  bool mayRepeat = result.errorIsA<EngineError>();
  reply(FrameKind::Failed,
        toWire(LaneFailure{number, llvm::toString(result.takeError()),
                           mayRepeat}));
}

void LaneServer::execute(const PartialRequest &request) {
  const Trace &trace = received->open.recorded->trace;
  if (request.included.universe() != trace.size())
    return;
  ExecutionEngine &engine = received->open.runner->engine();
  make(request.number,
       [&] { return engine.execute(launch, trace, request.included); });
}

void LaneServer::executeLive(const LiveRequest &request) {
  LiveFlowEngine *engine = received->open.runner->engine().liveFlow();
  if (!engine)
    return;
  make(request.number,
       [&] { return engine->executeLive(launch, request.changes); });
}

/// Makes a test of the program and sends its outcome.
void LaneServer::test(const TestRequest &request) {
  std::atomic<bool> givenUp = false;
  if (!queue.begin(request.number, [&] { givenUp = true; }))
    return;
  llvm::Expected<TestedRun> run =
      program->tester->test(request.materials, givenUp);
  queue.end();
  if (run)
    return reply(FrameKind::Result,
                 toWire(LaneResult{request.number, std::move(*run)}));
  reply(FrameKind::Failed,
        toWire(LaneFailure{request.number, llvm::toString(run.takeError()),
                           /*mayRepeat=*/false}));
}

void pinstripe::serveLane(FrameLink &link, unsigned localLanes) {
  LaneQueue queue(link);
  LaneServer(link, queue, localLanes).serve();
}
