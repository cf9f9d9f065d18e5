//===- LLDBSessionStart.cpp - How a session starts and ends a program -----===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program and its lldb-server: their launch, their signals and limits,
// their end, and what is done about a server that does not answer.
//
//===----------------------------------------------------------------------===//

#include "LLDBSession.h"
#include "StartRelay.h"
#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace pinstripe;

/// More than lldb-server and a dynamic loader take.
static constexpr std::chrono::seconds startLimit(60);

/// It is lldb-server that failed to answer, not the program to start.
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

llvm::Error LLDBSession::launch(const LaunchSpec &spec,
                                const OutputFiles &outputs) {
  kill();
  displacedBase = 0;
  entryBreakpoint.SetEnabled(true);
  if (llvm::Error error = startProcess(spec, outputs))
    return error;
  entryBreakpoint.SetEnabled(false);
  processMemory = std::make_unique<ProcessMemory>(pid);
  return explainStart(prepareProcess(spec), spec);
}

llvm::Error LLDBSession::explainStart(llvm::Error failure,
                                      const LaunchSpec &spec) const {
  if (!failure || !wasKilled())
    return failure;
  llvm::consumeError(std::move(failure));
  return killedEarly(spec);
}

llvm::Error LLDBSession::startProcess(const LaunchSpec &spec,
                                      const OutputFiles &outputs) {
  // Output files are opened without truncation.
  if (llvm::Error error = outputs.clear())
    return error;
  lldb::SBError error = startServerAndProgram(spec, outputs);
  // Seen on a busy machine: lldb-server does not answer in time, or is gone.
  constexpr unsigned retries = 2;
  for (unsigned i = 0; i < retries && !killedAtStart && serverFailed(error);
       ++i)
    error = startServerAndProgram(spec, outputs);
  if (killedAtStart)
    return killedEarly(spec);
  if (error.Fail())
    return toError(error, "can't start " + spec.program + " under LLDB");
  if (process.GetState() != lldb::eStateStopped)
    return llvm::make_error<TargetError>(
        spec.program + " ended before its entry point was reached; does it "
                       "start by itself?");
  debuggedId = static_cast<pid_t>(process.GetProcessID());
  pid = server->programId(debuggedId);
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

lldb::SBError LLDBSession::startServerAndProgram(const LaunchSpec &spec,
                                                 const OutputFiles &outputs) {
  endServer();
  killedAtStart = false;
  auto started = LLDBServer::start(spec, outputs);
  if (!started)
    return lldb::SBError(llvm::toString(started.takeError()).c_str());
  server = std::move(*started);
  auto guard = guardServer(startLimit);
  lldb::SBError error;
  lldb::SBListener events("pinstripe.launch");
  process =
      target.ConnectRemote(events, server->url().c_str(), "gdb-remote", error);
  if (error.Fail())
    return error;
  awaitState(events, lldb::eStateConnected);
  auto relay = StartRelay::create(server->connection());
  if (!relay)
    return lldb::SBError(llvm::toString(relay.takeError()).c_str());
  error = startProgram(spec, outputs, events, **relay);
  killedAtStart = (*relay)->hasSeenKill();
  return error;
}

/// Up to its entry point.
lldb::SBError LLDBSession::startProgram(const LaunchSpec &spec,
                                        const OutputFiles &outputs,
                                        lldb::SBListener &events,
                                        const StartRelay &relay) {
  lldb::SBError error;
  constexpr int first = LLDBServer::standardFilesNumber;
  std::string input = outputs.inputPath(first);
  std::string output = MemoryFile::pathOf(OutputFiles::outputNumber(first, 0));
  std::string errors = MemoryFile::pathOf(OutputFiles::errorNumber(first, 0));
  process.RemoteLaunch(
      pointersTo(spec.arguments).data(), pointersTo(spec.environment).data(),
      input.c_str(), output.c_str(), errors.c_str(),
      spec.workingDirectory.c_str(), lldb::eLaunchFlagDisableASLR,
      /*stop_at_entry=*/false, error);
  if (error.Fail())
    return error;
  awaitState(events, lldb::eStateStopped);
  pid_t program = server->programId(static_cast<pid_t>(process.GetProcessID()));
  if (!fixKernelRandomness(program, ProcessMemory(program)))
    return lldb::SBError("can't write random bytes");
  // To continue what is gone takes LLDB 5 s.
  if (relay.hasSeenKill())
    return lldb::SBError("it was killed");
  error = process.Continue();
  if (error.Success() && isServerLost())
    error.SetErrorString("lost connection");
  return error;
}

bool LLDBSession::isServerLost() {
  return process.GetState() == lldb::eStateExited &&
         process.GetExitStatus() < 0;
}

/// A state is reached where its event is taken.
void LLDBSession::awaitState(lldb::SBListener &events, lldb::StateType state) {
  constexpr uint32_t seconds = 60; // more than LLDB waits for lldb-server
  lldb::SBEvent event;
  while (process.GetState() != state && events.WaitForEvent(seconds, event))
    if (lldb::SBProcess::GetStateFromEvent(event) == lldb::eStateExited)
      return;
}

/// Without a server first, since that does not answer if it has no process.
void LLDBSession::endServer() {
  server.reset();
  process.Destroy();
}

/// Signals that end a process by default must stop it, since afterwards LLDB
/// can't tell "signal 11" from "exit status 11". All are passed on.
void LLDBSession::configureSignals() {
  lldb::SBUnixSignals signals = process.GetUnixSignals();
  for (int32_t i = 0; i < signals.GetNumSignals(); ++i) {
    int32_t signal = signals.GetSignalAtIndex(i);
    if (signal == SIGTRAP || signal > SIGRTMAX)
      continue;
    bool harmless = signal == SIGCHLD || signal == SIGCONT ||
                    signal == SIGURG || signal == SIGWINCH ||
                    signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    signals.SetShouldSuppress(signal, false);
    signals.SetShouldStop(signal, !harmless);
    signals.SetShouldNotify(signal, !harmless);
  }
}

/// LLDB waits for ever for one that does not answer while the program runs. One
/// that somebody has stopped is continued.
LLDBSession::ServerGuard
LLDBSession::guardServer(std::chrono::duration<double> limit) {
  pid_t process = server->processId();
  serverWatchdog.arm(process, limit, [process] {
    continueIfStopped(process);
    return std::nullopt;
  });
  return ServerGuard(&serverWatchdog);
}

LLDBSession::ServerGuard LLDBSession::expectAnswers() {
  return guardServer(startLimit);
}

void LLDBSession::kill() {
  if (pid == 0)
    return;
  {
    auto guard = expectAnswers();
    process.Kill();
  }
  server.reset();
  pid = 0;
  displacedBase = 0;
  processMemory.reset();
}
