// Starts and ends the program that LLDB debugs, together with its lldb-server.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBProcess.h"
#include "LLDB/LLDBError.h"
#include "LLDB/StartRelay.h"
#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Support/Deadline.h"
#include "pinstripe/Support/Error.h"
#include <array>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

/// The time limit for the start of a program. It is far longer than lldb-server
/// and a dynamic loader usually need.
static constexpr std::chrono::seconds startLimit(60);

/// Returns true if `error` shows that lldb-server failed to answer; false if
/// the error has to do with the program itself, or if there is no error.
static bool serverFailed(const lldb::SBError &error) {
  llvm::StringRef text(error.GetCString() ? error.GetCString() : "");
  return error.Fail() &&
         (text.contains("handshake") || text.contains("timed out") ||
          text.contains("timeout") || text.contains("lost connection"));
}

static llvm::Error killedEarly(const LaunchSpec &spec) {
  return llvm::make_error<EngineError>(
      spec.program + " was killed before its entry point was reached; is "
                     "there enough memory?");
}

llvm::Error LLDBProcess::explainStart(llvm::Error failure,
                                      const LaunchSpec &spec) const {
  if (!failure || !wasKilled())
    return failure;
  llvm::consumeError(std::move(failure));
  return killedEarly(spec);
}

llvm::Error LLDBProcess::start(lldb::SBTarget &target, const LaunchSpec &spec,
                               const OutputFiles &outputs) {
  // LLDB opens the output files without truncating them. So they are emptied
  // first.
  if (llvm::Error error = outputs.clear())
    return error;
  lldb::SBError error = startServerAndProgram(target, spec, outputs);
  // If lldb-server fails, it is started again: on a busy machine it sometimes
  // does not answer in time, or ends.
  constexpr unsigned retries = 2;
  for (unsigned i = 0; i < retries && !killedAtStart && serverFailed(error);
       ++i)
    error = startServerAndProgram(target, spec, outputs);
  if (killedAtStart)
    return killedEarly(spec);
  if (error.Fail())
    return toError(error, "can't start " + spec.program + " under LLDB");
  if (process.GetState() != lldb::eStateStopped)
    return llvm::make_error<TargetError>(
        spec.program + " ended before its entry point was reached; does it "
                       "start by itself?");
  debugged = static_cast<pid_t>(process.GetProcessID());
  pid = server->programId(debugged);
  processMemory = std::make_unique<ProcessMemory>(pid);
  return llvm::Error::success();
}

static std::vector<const char *>
pointersTo(const std::vector<std::string> &strings) {
  std::vector<const char *> pointers;
  for (const std::string &string : strings)
    pointers.push_back(string.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

lldb::SBError LLDBProcess::startServerAndProgram(lldb::SBTarget &target,
                                                 const LaunchSpec &spec,
                                                 const OutputFiles &outputs) {
  endServer();
  killedAtStart = false;
  auto started = LLDBServer::start(spec, outputs);
  if (!started)
    return lldb::SBError(llvm::toString(started.takeError()).c_str());
  server = std::move(*started);
  auto guard = guardServer(startLimit);
  lldb::SBError error;
  lldb::SBListener events = usersDebugger
                                ? usersDebugger->GetListener()
                                : lldb::SBListener("pinstripe.launch");
  process =
      target.ConnectRemote(events, server->url().c_str(), "gdb-remote", error);
  if (error.Fail())
    return error;
  awaitState(events, lldb::eStateConnected);
  auto relay = StartRelay::create(server->connection());
  if (!relay)
    return lldb::SBError(llvm::toString(relay.takeError()).c_str());
  error = startProgram(target, spec, outputs, events, **relay);
  killedAtStart = (*relay)->hasSeenKill();
  return error;
}

/// The paths by which lldb-server opens the three files that become the
/// program's standard input, output and error.
static std::array<std::string, 3> standardPaths(const OutputFiles &outputs) {
  constexpr int first = LLDBServer::standardFilesNumber;
  return {outputs.inputPath(first),
          AnonymousFile::pathOf(OutputFiles::outputNumber(first, 0)),
          AnonymousFile::pathOf(OutputFiles::errorNumber(first, 0))};
}

/// Makes lldb-server start the program for a user's debugger. The debugger is
/// not told of the first stop of the program, since it would print the stop.
lldb::SBError LLDBProcess::launchQuietly(lldb::SBTarget &target,
                                         const LaunchSpec &spec,
                                         const OutputFiles &outputs) {
  lldb::SBLaunchInfo info(pointersTo(spec.arguments).data());
  info.SetEnvironmentEntries(pointersTo(spec.environment).data(),
                             /*append=*/false);
  info.SetWorkingDirectory(spec.workingDirectory.c_str());
  info.SetLaunchFlags(lldb::eLaunchFlagDisableASLR |
                      lldb::eLaunchFlagStopAtEntry);
  auto [input, output, errors] = standardPaths(outputs);
  info.AddOpenFileAction(STDIN_FILENO, input.c_str(), /*read=*/true,
                         /*write=*/false);
  info.AddOpenFileAction(STDOUT_FILENO, output.c_str(), /*read=*/false,
                         /*write=*/true);
  info.AddOpenFileAction(STDERR_FILENO, errors.c_str(), /*read=*/false,
                         /*write=*/true);
  lldb::SBError error;
  process = target.Launch(info, error);
  return error;
}

/// Makes lldb-server start the program, and runs the program up to its entry
/// point.
lldb::SBError LLDBProcess::startProgram(lldb::SBTarget &target,
                                        const LaunchSpec &spec,
                                        const OutputFiles &outputs,
                                        lldb::SBListener &events,
                                        const StartRelay &relay) {
  lldb::SBError error;
  if (usersDebugger) {
    error = launchQuietly(target, spec, outputs);
  } else {
    auto [input, output, errors] = standardPaths(outputs);
    process.RemoteLaunch(
        pointersTo(spec.arguments).data(), pointersTo(spec.environment).data(),
        input.c_str(), output.c_str(), errors.c_str(),
        spec.workingDirectory.c_str(), lldb::eLaunchFlagDisableASLR,
        /*stop_at_entry=*/false, error);
  }
  if (error.Fail())
    return error;
  awaitState(events, lldb::eStateStopped);
  pid_t program = server->programId(static_cast<pid_t>(process.GetProcessID()));
  if (!fixKernelRandomness(program, ProcessMemory(program)))
    return lldb::SBError("can't write random bytes");
  // If somebody has killed the process, the start fails here. Otherwise LLDB
  // would spend 5 s on continuing the killed process.
  if (relay.hasSeenKill())
    return lldb::SBError("it was killed");
  error = process.Continue();
  if (error.Success() && isServerLost())
    error.SetErrorString("lost connection");
  return error;
}

bool LLDBProcess::isServerLost() {
  return process.GetState() == lldb::eStateExited &&
         process.GetExitStatus() < 0;
}

/// Waits until the process is in `state`, or has ended. Takes events from LLDB
/// meanwhile: LLDB changes the state of a process only when somebody takes the
/// event that reports the change.
void LLDBProcess::awaitState(lldb::SBListener &events, lldb::StateType state) {
  // The longest wait for one event from LLDB. LLDB itself waits for the same
  // time for a packet from lldb-server.
  constexpr uint32_t seconds = 60;
  lldb::SBEvent event;
  if (usersDebugger) {
    // A user's debugger usually has another thread that receives the events. A
    // debugger that runs a script has no such thread, so this loop receives the
    // events.
    Deadline deadline = Deadline::after(seconds);
    while (process.GetState() != state &&
           process.GetState() != lldb::eStateExited && !deadline.hasPassed())
      if (!events.GetNextEventForBroadcaster(process.GetBroadcaster(), event))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return;
  }
  while (process.GetState() != state && events.WaitForEvent(seconds, event))
    if (lldb::SBProcess::GetStateFromEvent(event) == lldb::eStateExited)
      return;
}

/// Ends lldb-server first, and then makes LLDB destroy the process. In the
/// other order, LLDB would wait for the server of an ended process, which does
/// not answer.
void LLDBProcess::endServer() {
  server.reset();
  process.Destroy();
}

/// Kills lldb-server when the time limit is up, since LLDB would wait forever
/// for a server that does not answer while the program runs. Until then,
/// continues lldb-server whenever somebody has stopped it.
LLDBProcess::ServerGuard
LLDBProcess::guardServer(std::chrono::duration<double> limit) {
  pid_t guarded = server->processId();
  serverTimer.arm(guarded, limit, [guarded] {
    continueIfStopped(guarded);
    return std::nullopt;
  });
  return ServerGuard(&serverTimer);
}

LLDBProcess::ServerGuard LLDBProcess::expectAnswers() {
  return server ? guardServer(startLimit) : nullptr;
}

bool LLDBProcess::isAlone() const {
  return !hasChildren(pid) && !server->hasOrphans();
}

void LLDBProcess::kill() {
  if (pid == 0)
    return;
  {
    auto guard = expectAnswers();
    // The user's debugger would print that the process was killed, for example
    // before a failed start is repeated. So the debugger receives no further
    // events of the process.
    if (usersDebugger)
      usersDebugger->GetListener().StopListeningForEvents(
          process.GetBroadcaster(), ~uint32_t(0));
    process.Kill();
  }
  releaseEnded();
  processMemory.reset();
}

void LLDBProcess::releaseEnded() {
  pid = 0;
  server.reset();
}
