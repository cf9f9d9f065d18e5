// Starts and ends the program that LLDB debugs, together with its lldb-server.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This file deals with servers, signals and lost connections; LLDBSession deals
// with breakpoints and with what a stop means.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPROCESS_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPROCESS_H

#include "LLDB/LLDBServer.h"
#include "lldb/API/LLDB.h"
#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/ProcessState.h"
#include <memory>

namespace pinstripe {

class StartRelay;

/// The program under LLDB: at most one process at a time.
class LLDBProcess {
public:
  /// From now on, processes report their events to the user's debugger `users`.
  /// When `start` is called, that debugger must be synchronous (see
  /// SBDebugger::SetAsync).
  void reportTo(lldb::SBDebugger users) { usersDebugger = users; }
  bool isInUsersDebugger() const { return usersDebugger.has_value(); }
  /// Starts the program and stops it at its entry point: after the dynamic
  /// loader, before static constructors. `target` must have a breakpoint there.
  llvm::Error start(lldb::SBTarget &target, const LaunchSpec &spec,
                    const OutputFiles &outputs);
  /// Ends the process and everything it has started.
  void kill();
  /// Called when the process has ended. Ends its lldb-server and everything
  /// that the process has started.
  void releaseEnded();

  /// Returns whether somebody has killed the stopped process. Call this
  /// function when an operation on the process has failed.
  bool wasKilled() const { return wasKilledAtStop(pid); }
  /// If `failure` is an error and the process was killed during its start,
  /// returns an error that says so. Otherwise returns `failure`.
  llvm::Error explainStart(llvm::Error failure, const LaunchSpec &spec) const;
  /// Returns whether the program's process is the only one left: all other
  /// processes that it has started have ended.
  bool isAlone() const;
  bool isLive() const { return pid != 0; }
  /// Returns the process id as seen outside of the sandbox; 0 if there is no
  /// process.
  pid_t id() const { return pid; }
  /// Returns the process id by which LLDB knows the process. In a sandbox this
  /// id differs from the process id outside of the sandbox.
  pid_t debuggedId() const { return debugged; }
  ProcessMemory &memory() const { return *processMemory; }
  lldb::SBProcess &lldb() { return process; }
  lldb::SBThread mainThread() { return process.GetThreadAtIndex(0); }

  struct Disarm {
    void operator()(KillTimer *each) const { (void)each->disarm(); }
  };
  using ServerGuard = std::unique_ptr<KillTimer, Disarm>;
  /// Kills lldb-server after the time `limit`, unless the returned object is
  /// destroyed before.
  ServerGuard guardServer(std::chrono::duration<double> limit);
  /// Kills lldb-server if it does not answer a request within 60 s. The caller
  /// destroys the returned object when lldb-server has answered. Then
  /// lldb-server is not killed. Returns null if there is no lldb-server.
  ServerGuard expectAnswers();

private:
  lldb::SBError startServerAndProgram(lldb::SBTarget &target,
                                      const LaunchSpec &spec,
                                      const OutputFiles &outputs);
  lldb::SBError startProgram(lldb::SBTarget &target, const LaunchSpec &spec,
                             const OutputFiles &outputs,
                             lldb::SBListener &events, const StartRelay &relay);
  lldb::SBError launchQuietly(lldb::SBTarget &target, const LaunchSpec &spec,
                              const OutputFiles &outputs);
  void awaitState(lldb::SBListener &events, lldb::StateType state);
  void endServer();
  bool isServerLost();

  /// The user's debugger, which receives the events of the process. Nullopt if
  /// there is no user's debugger, so that this object receives the events.
  std::optional<lldb::SBDebugger> usersDebugger;
  lldb::SBProcess process;
  /// The lldb-server of the process; null while there is no process.
  std::unique_ptr<LLDBServer> server;
  KillTimer serverTimer; ///< Kills lldb-server if it does not answer.
  std::unique_ptr<ProcessMemory> processMemory;
  /// True if somebody has killed the program during its start.
  bool killedAtStart = false;
  pid_t pid = 0;
  pid_t debugged = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBPROCESS_H
