//===- NativeServer.h - The tool's end of a fork server ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a launched program into a server, tells it to run children, and waits
// for their ends. Every wait ends: by an answer, by a time-out, or since the
// other side is gone.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_NATIVESERVER_H
#define PINSTRIPE_LIB_NATIVE_NATIVESERVER_H

#include "DuplicableState.h"
#include "TargetMemory.h"
#include "TracedLaunch.h"
#include "pinstripe/Execution/Janitor.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cassert>
#include <chrono>
#include <vector>

namespace pinstripe {

/// The server is gone: another one may do better, unless the program under
/// test was it that ended it.
class ServerLost : public llvm::ErrorInfo<ServerLost, EngineError> {
public:
  static char ID;
  /// `status` as from wait.
  explicit ServerLost(int status)
      : ErrorInfo("the server that runs the program under test is gone"),
        status(status) {}
  int status;
};

/// How a child ended, before anyone knows what it means.
struct ChildResult {
  int status = 0; ///< as from wait
  uint64_t crashPC = 0;
  uint64_t processorMicroseconds = 0; ///< since it was forked
  /// Why it did not end by itself.
  std::optional<Ending> forced = {};
  /// Ended by us since the listener asked for it.
  bool wasStopped = false;
  native::RunState state{};
  native::LiveState live{}; ///< in live flow
};

/// Owns the process of the server and the memory shared with it.
class NativeServer {
public:
  /// Adds what all servers need to `memory`; before what else it is to hold.
  static void addCommonRegions(TargetMemory &memory);
  /// Sends the launched process into the runtime. `memory` is written.
  static llvm::Expected<std::unique_ptr<NativeServer>>
  start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
        Janitor &janitor, bool isSandboxed = false);
  ~NativeServer();
  NativeServer(const NativeServer &) = delete;
  NativeServer &operator=(const NativeServer &) = delete;

  /// Called now and then while a child runs; false ends the child.
  using Listener = llvm::function_ref<bool()>;

  /// Runs one child, of the first server or of a checkpoint. An EngineError if
  /// that is of no more use.
  llvm::Expected<ChildResult> run(const LaunchSpec &spec, Listener listener,
                                  uint32_t slot = 0);
  /// Runs a child up to where the included events go on behind the prefix.
  /// There it becomes a server itself, with this slot and its output files.
  /// Its process; 0 if the run ended before, or can't be continued by forks.
  llvm::Expected<pid_t> makeCheckpoint(uint32_t slot, const LaunchSpec &spec);
  void dropCheckpoint(uint32_t slot);

  /// No run executes more events than this. A limit that can't be reached costs
  /// the runs nothing.
  void setMostEvents(uint64_t number) { mostEvents = number; }

  TargetMemory &memory() { return *sharedMemory; }
  /// Of the runs that follow, in live flow.
  void setChanges(std::vector<native::ChangeRecord> records) {
    assert(records.size() <= native::maximumChanges && "too many changes");
    changes = std::move(records);
  }

  /// Where in live flow a checkpoint is made: behind so many events.
  void setCheckpointEvent(uint64_t event) { checkpointEvent = event; }

  native::ServerControl &control() { return *controlPage; }
  bool isAlive();
  /// As the last child has left it.
  const native::RunState &lastState() const { return *runState; }
  const native::LiveState &lastLiveState() const { return *liveState; }

private:
  NativeServer(pid_t pid, std::unique_ptr<TargetMemory> memory,
               Janitor &janitor);
  llvm::Error connect();
  llvm::Error awaitFirstReply();
  /// What is done from now on is done with this server.
  void select(uint32_t slot);
  llvm::Error writeRequest(const LaunchSpec &spec, uint32_t outputSet);
  void send(native::Command command);
  bool isSelectedAlive();
  llvm::Error failureOf(const LaunchSpec &spec) const;
  llvm::Error lost();
  class Wait;
  llvm::Expected<ChildResult> awaitEnd(const LaunchSpec &spec, uint32_t before,
                                       Listener listener);
  ChildResult readResult(const LaunchSpec &spec, ChildResult result) const;
  /// Whether the reply came.
  bool waitForReply(uint32_t before, std::chrono::nanoseconds limit) const;
  /// The number of the child as we know it; 0: there is none.
  pid_t child() const;
  pid_t childsParent() const {
    return selected == 0 ? pid : checkpoints[selected];
  }
  /// How many processes are servers.
  unsigned ownProcesses() const;
  void killChild();
  void end();

  pid_t pid; ///< 0: it is gone
  int lastStatus = 0;
  /// It has namespaces of its own, where processes have other numbers.
  bool isSandboxed = false;
  std::unique_ptr<TargetMemory> sharedMemory;
  Janitor &janitor;
  pid_t watchedChild = 0;                               ///< by the janitor
  std::array<pid_t, native::serverSlots> checkpoints{}; ///< by slot
  llvm::MutableArrayRef<uint8_t> slots; ///< the pages of all servers
  uint32_t selected = 0;
  uint64_t mostEvents = ~uint64_t(0);
  native::ServerControl *controlPage = nullptr; ///< of the selected server
  const native::RunState *runState = nullptr;   ///< the same
  const native::LiveState *liveState = nullptr; ///< the same
  std::vector<native::ChangeRecord> changes;
  uint64_t checkpointEvent = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_NATIVESERVER_H
