// Lets the debugger's user step through a run that executes only kept events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReplaySession.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

ReplaySession::ReplaySession(lldb::SBDebugger debugger, StoredCase theCase,
                             StoredResult result)
    : debugger(debugger), stored(std::move(theCase)),
      best(std::move(result.best)),
      events(stored.recorded->table, stored.recorded->trace,
             stored.recorded->trace.feasible(result.events)),
      hooks(stored.recorded->table), values(stored.recorded->table) {}

ReplaySession::~ReplaySession() {
  if (!session)
    return;
  SynchronousDebugger synchronous(debugger);
  session->listen(nullptr);
  session->kill();
}

llvm::Expected<std::unique_ptr<ReplaySession>>
ReplaySession::open(lldb::SBDebugger debugger, const RecordOptions &options) {
  llvm::Expected<StoredCase> stored = readStoredCase(options);
  if (!stored)
    return stored.takeError();
  const RecordedCase &recorded = *stored->recorded;
  auto result = readResult(recorded.directory, recorded.table, recorded.trace);
  if (!result)
    return result.takeError();
  std::unique_ptr<ReplaySession> replay(
      new ReplaySession(debugger, std::move(*stored), std::move(*result)));
  if (llvm::Error error = replay->prepare())
    return error;
  return replay;
}

/// Reads the case, and makes the debugger's target for its program.
llvm::Error ReplaySession::prepare() {
  const RecordedCase &recorded = *stored.recorded;
  launch = recorded.launch;
  launch.sandbox = stored.place.sandbox;
  launch.privateView = stored.place.privateView;
  launch.flow = best.flow;
  launch.unrecordedCalls = best.unrecordedCalls;
  if (launch.flow == Flow::Guarded)
    conditions = UnitGraph(recorded.table, recorded.trace).conditions();
  if (auto text = llvm::MemoryBuffer::getFile(recorded.directory.resultFile()))
    storedNotes = storedNotesIn((*text)->getBuffer());
  if (llvm::Error error = OutputFiles::create().moveInto(outputs))
    return error;
  return makeTarget();
}

/// Makes a target in the debugger, with hooks: addresses at which the plugin
/// takes control. This function is called again if the process has replaced the
/// program by another one (exec), since LLDB then puts the other program into
/// the target. If the function fails, the old target stays.
llvm::Error ReplaySession::makeTarget() {
  const RecordedCase &recorded = *stored.recorded;
  auto made = LLDBSession::createIn(debugger, recorded.table);
  if (!made)
    return made.takeError();
  if (llvm::Error error = (*made)->setHooks(
          hooks.forExecution(recordedFunctions(recorded.table, recorded.trace),
                             launch.unrecordedCalls)))
    return error;
  session = std::move(*made);
  // LLDB remembers the selected target by its position in the list of targets.
  // The old target is no longer in this list, so the new one must be selected.
  lldb::SBTarget target = session->lldbTarget();
  debugger.SetSelectedTarget(target);
  return llvm::Error::success();
}

/// Starts the program and stops it at its entry point.
llvm::Error ReplaySession::start() {
  session->listen(nullptr);
  run.reset();
  dispatcher.reset();
  shownOutput = shownErrors = 0;
  // The process of the previous run must have ended before the sandbox is
  // restored.
  session->kill();
  if (hasExecutedAnother())
    if (llvm::Error error = makeTarget())
      return error;
  if (stored.place.prepare)
    if (llvm::Error error = stored.place.prepare())
      return error;
  if (llvm::Error error = removeObservedFiles(launch))
    return error;
  if (llvm::Error error = outputs->useInput(launch.standardInput))
    return error;
  if (llvm::Error error = session->launch(launch, *outputs))
    return error;
  Dispatcher::Policy policy;
  policy.unrecordedCalls = launch.unrecordedCalls;
  if (launch.flow == Flow::Guarded) {
    policy.conditions = &conditions;
    policy.poisonSkipped = launch.poison != Poison::Stale;
  }
  const RecordedCase &recorded = *stored.recorded;
  dispatcher.emplace(recorded.table, recorded.trace, events.set(), policy);
  run.emplace(*session, hooks, *dispatcher, launch.poison, /*schedule=*/0);
  passedSignals = {};
  passedSignals.update(session->process());
  session->listen(this);
  return llvm::Error::success();
}

/// Returns true if the process has replaced the program of the case by another
/// one (exec).
bool ReplaySession::hasExecutedAnother() const {
  char path[4096] = "";
  target().GetExecutable().GetPath(path, sizeof path);
  return recorded().table.programPath() != path;
}

bool ReplaySession::isLive() const {
  if (!run || !session->process().isLive() || hasExecutedAnother())
    return false;
  lldb::StateType state = session->process().lldb().GetState();
  return state == lldb::eStateStopped || state == lldb::eStateRunning ||
         state == lldb::eStateStepping || state == lldb::eStateCrashed;
}

std::optional<EventIndex> ReplaySession::present() const {
  if (!isLive())
    return std::nullopt;
  return dispatcher->currentEvent();
}

bool ReplaySession::isAtPresent() const {
  if (!isLive() || !hasArrived)
    return false;
  return thread().GetFrameAtIndex(0).GetPC() == stopAddress;
}

bool ReplaySession::onHook(uint64_t address, uint64_t thread) {
  return stops([&] { return run->onHook(address, thread); });
}

bool ReplaySession::onTick(uint64_t thread) {
  return stops([&] { return run->onTick(thread); });
}

bool ReplaySession::onSleep(uint64_t thread) {
  return stops([&] { return run->onSleep(thread); });
}

bool ReplaySession::onYield(uint64_t thread) {
  return stops([&] { return run->onYield(thread); });
}

bool ReplaySession::onLeave(uint64_t thread) {
  return stops([&] { return run->onLeave(thread); });
}

/// Handles a stop of a thread. Calls `handle`, which returns true if the run
/// must end. Returns true if the program is to stop for the user.
bool ReplaySession::stops(llvm::function_ref<bool()> handle) {
  if (!run)
    return false;
  passedSignals.update(session->process());
  uint64_t before = dispatcher->eventsExecuted();
  if (handle()) {
    if (!isInCommand && run->ending())
      print("the run has left the recorded one: " +
            describeEnding(*run->ending(), recorded().table) + "\n");
    return true;
  }
  bool hasBegun = dispatcher->eventsExecuted() != before;
  if (!hasBegun || !wanted || dispatcher->currentEvent() < wanted)
    return hasBegun && isAtUsersBreakpoint();
  wanted.reset();
  hasArrived = true;
  stopAddress = passedThread().GetFrameAtIndex(0).GetPC();
  return true;
}

/// Returns true if the user has set a breakpoint at the event that has just
/// begun, but LLDB overlooks it. LLDB overlooks a breakpoint if the plugin has
/// sent control to its address by setting the program counter.
bool ReplaySession::isAtUsersBreakpoint() {
  lldb::SBTarget target = session->lldbTarget();
  lldb::SBFrame frame = passedThread().GetFrameAtIndex(0);
  bool wasSent = frame.GetPC() != session->runTimeAddressOf(run->passedHook());
  if (!wasSent || goesBack ||
      target.GetNumBreakpoints() == session->breakpoints())
    return false;
  for (uint32_t i = 0; i < target.GetNumBreakpoints(); ++i) {
    lldb::SBBreakpoint breakpoint = target.GetBreakpointAtIndex(i);
    if (breakpoint.MatchesName(LLDBSession::breakpointName) ||
        !breakpoint.IsEnabled())
      continue;
    lldb::SBBreakpointLocation location =
        breakpoint.FindLocationByAddress(frame.GetPC());
    if (!location.IsValid() || !location.IsEnabled())
      continue;
    const char *condition = breakpoint.GetCondition();
    if (!condition || !*condition)
      return true;
    // As in LLDB, the program also stops at a breakpoint whose condition can't
    // be evaluated.
    lldb::SBValue value = frame.EvaluateExpression(condition);
    if (value.GetError().Fail() || value.GetValueAsUnsigned(1) != 0)
      return true;
  }
  return false;
}

void ReplaySession::onExitFunction(uint64_t thread) {
  if (run)
    run->onExitFunction(thread);
}

void ReplaySession::onEnd() {
  if (isInCommand || !run)
    return;
  print(takeOutput());
}

/// Prints output that the program has written while a command of LLDB, such as
/// `continue`, ran it. Commands of this plugin print the program's output by
/// themselves.
void ReplaySession::print(std::string text) {
  // An asynchronous debugger shows its prompt while the program runs, so the
  // text begins on a new line.
  if (debugger.GetAsync())
    text.insert(0, "\n");
  size_t written = 0;
  debugger.GetOutputFile().Write(reinterpret_cast<const uint8_t *>(text.data()),
                                 text.size(), &written);
}

llvm::Expected<ReplayStop>
ReplaySession::goTo(std::optional<EventIndex> event) {
  SynchronousDebugger synchronous(debugger);
  isInCommand = true;
  auto leave = llvm::make_scope_exit([this] { isInCommand = false; });
  // A run that has diverged from the recorded run can't go on to the requested
  // event. It must be started again.
  bool isAhead = isLive() && !run->ending() &&
                 (!event || !present() || *present() < *event);
  goesBack = run.has_value() && !isAhead;
  if (!isAhead)
    if (llvm::Error error = start())
      return error;
  wanted = event;
  hasArrived = false;
  lldb::SBProcess &process = session->process().lldb();
  do {
    lldb::SBError error = process.Continue();
    if (error.Fail())
      return llvm::make_error<EngineError>(
          std::string("LLDB can't continue the program: ") +
          (error.GetCString() ? error.GetCString() : "no reason given"));
    if (llvm::Error failure = run->takeFailure())
      return failure;
  } while (goesBack && isStoppedByBreakpoint());
  // LLDB has selected the thread that stopped the program. This may be another
  // thread than the one at the event, so the latter is selected here.
  if (hasArrived)
    process.SetSelectedThread(passedThread());
  wanted.reset();
  goesBack = false;
  return classify();
}

/// Returns true if the program has stopped only because of a breakpoint that
/// the user has set.
bool ReplaySession::isStoppedByBreakpoint() const {
  return session->process().lldb().GetState() == lldb::eStateStopped &&
         !hasArrived && !run->ending() &&
         thread().GetStopReason() == lldb::eStopReasonBreakpoint;
}

/// Returns the reason why the process has stopped, or how it has ended.
ReplayStop ReplaySession::classify() {
  using Kind = ReplayStop::Kind;
  lldb::SBProcess &process = session->process().lldb();
  if (process.GetState() == lldb::eStateExited) {
    const char *description = process.GetExitDescription();
    std::string text = "exit status " + std::to_string(process.GetExitStatus());
    if (description && *description)
      text += std::string(": ") + description;
    return {Kind::Exited, text};
  }
  if (run->ending())
    return {Kind::Diverged, describeEnding(*run->ending(), recorded().table)};
  if (hasArrived)
    return {Kind::Event};
  if (hasExecutedAnother())
    return {Kind::Exited,
            "it has executed another program, which is not replayed"};
  char description[256] = "";
  thread().GetStopDescription(description, sizeof description);
  lldb::StopReason reason = thread().GetStopReason();
  bool isSignal =
      reason == lldb::eStopReasonSignal || reason == lldb::eStopReasonException;
  return {isSignal ? Kind::Signal : Kind::Elsewhere, description};
}

/// Returns the content of a file from byte `shown` on, and increases `shown` by
/// its length.
static std::string readNew(const std::string &path, size_t &shown) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  // If the file can't be read, nothing is shown. This can't happen while the
  // session exists, since the file is in memory.
  if (!buffer || (*buffer)->getBufferSize() <= shown)
    return "";
  std::string text = (*buffer)->getBuffer().drop_front(shown).str();
  shown += text.size();
  return text;
}

std::string ReplaySession::allOutput() {
  shownOutput = shownErrors = 0;
  return takeOutput();
}

std::string ReplaySession::takeOutput() {
  std::string text;
  auto add = [&](const char *heading, const std::string &part) {
    if (part.empty())
      return;
    text += heading + part;
    if (part.back() != '\n')
      text += '\n';
  };
  add("standard output:\n", readNew(outputs->standardOutput, shownOutput));
  add("standard error:\n", readNew(outputs->standardError, shownErrors));
  return text;
}
