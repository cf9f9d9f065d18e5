// Starts fork servers, makes them run children, and waits for the results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launched program becomes a server: it forks a child for each run. Each wait
// comes to an end: there is an answer, the time is up, or the server has ended.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H
#define PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H

#include "Server/DuplicableState.h"
#include "Server/TargetMemory.h"
#include "Server/TracedLaunch.h"
#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/Janitor.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cassert>
#include <chrono>
#include <vector>

namespace pinstripe {

/// The error of a run whose server has ended. With another server the run may
/// succeed, unless the program under test itself has ended its server.
class ServerLost : public llvm::ErrorInfo<ServerLost, EngineError> {
public:
  static inline char ID = 0;
  ServerLost()
      : ErrorInfo("the server that runs the program under test is gone") {}
};

/// Says what becomes of a run if its server is lost.
enum class OnLoss : uint8_t {
  Fail,   ///< The run ends with a ServerLost error.
  EndRun, ///< The run counts as ended by the signal that ended the server.
};

/// How a child ended, as its server reports it. See endingOf.
struct ChildResult {
  int status = 0; ///< Wait status of the child.
  /// The signal that ended the child; none if another one did, or none.
  std::optional<CrashedThread> crash = {};
  /// Processor time of the child since the fork.
  uint64_t processorMicroseconds = 0;
  /// The limit because of which the tool ended the child; nullopt if it did
  /// not.
  std::optional<Ending> forced = {};
  /// True if the tool ended the child because the listener asked for it.
  bool wasStopped = false;
  native::RunState state{};
  native::LiveState live{}; ///< In live flow: how far the child's run came.

  double processorSeconds() const {
    return 1e-6 * static_cast<double>(processorMicroseconds);
  }
};

/// A server: owns its process and the memory that is shared with it.
class NativeServer {
public:
  /// Adds the regions of memory that every server needs, before all others.
  static void addCommonRegions(TargetMemory &memory);
  /// Makes the launched process a server. `memory` must have been written.
  static llvm::Expected<std::unique_ptr<NativeServer>>
  start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
        Janitor &janitor, bool isSandboxed);
  ~NativeServer();
  NativeServer(const NativeServer &) = delete;
  NativeServer &operator=(const NativeServer &) = delete;

  /// Called now and then while a child runs. Returns false to end the child.
  using Listener = llvm::function_ref<bool()>;

  /// Runs one child: of the first server, or of the checkpoint in `slot`. After
  /// an EngineError that server can't be used any more. `onLoss` applies to the
  /// first server only. If a checkpoint is lost, its run always returns an
  /// error.
  llvm::Expected<ChildResult> run(const LaunchSpec &spec, Listener listener,
                                  uint32_t slot = 0,
                                  OnLoss onLoss = OnLoss::Fail);
  /// Runs a child up to the first event after the prefix that the run executes.
  /// There it becomes the server number `slot`, with output files of its own.
  /// Returns its process id; 0 if the run ended before, or can't be continued
  /// by forks.
  llvm::Expected<pid_t> makeCheckpoint(uint32_t slot, const LaunchSpec &spec);
  void dropCheckpoint(uint32_t slot);

  /// Promises that no run executes more events than this. A limit on events
  /// above this number need not be watched.
  void setMaxEvents(uint64_t number) { maxEvents = number; }

  TargetMemory &memory() { return *sharedMemory; }
  /// Sets the changes that later runs in live flow make.
  void setChanges(std::vector<native::ChangeRecord> records) {
    assert(records.size() <= native::maxChanges && "too many changes");
    changes = std::move(records);
  }

  /// In live flow: sets after how many events a checkpoint is made.
  void setCheckpointEvent(uint64_t event) { checkpointEvent = event; }

  native::ServerControl &control() { return *controlPage; }
  /// Fetches the exit status of the first server if it has ended. Returns
  /// whether it has ended.
  bool reapIfEnded();

private:
  NativeServer(pid_t pid, std::unique_ptr<TargetMemory> memory,
               Janitor &janitor, bool isSandboxed)
      : pid(pid), isSandboxed(isSandboxed), sharedMemory(std::move(memory)),
        janitor(janitor) {}
  llvm::Error awaitFirstReply();
  /// Makes the server with the number `slot` the one to which commands go.
  void select(uint32_t slot);
  llvm::Error writeRequest(const LaunchSpec &spec, uint32_t outputSet);
  void send(native::Command command);
  bool reapSelectedIfEnded();
  llvm::Error failureOf(const LaunchSpec &spec) const;
  class Wait;
  llvm::Expected<ChildResult> awaitEnd(const LaunchSpec &spec, uint32_t before,
                                       Listener listener, OnLoss onLoss);
  llvm::Expected<ChildResult> resultOfLoss(OnLoss onLoss) const;
  ChildResult readResult(const LaunchSpec &spec, ChildResult result) const;
  CrashedThread readSignal(int signal) const;
  /// Waits for a reply of the selected server. Returns whether it came in time.
  bool waitForReply(uint32_t before, std::chrono::nanoseconds limit) const;
  /// Returns the process id of the child, as seen outside of its namespace; 0
  /// if no child runs.
  pid_t child() const;
  pid_t childsParent() const {
    return selected == 0 ? pid : checkpoints[selected];
  }
  /// Returns how many processes of the program are servers, not runs.
  unsigned ownProcesses() const;
  void killChild();
  void end();

  pid_t pid; ///< The process id of the first server; 0 when it is gone.
  int lastStatus = 0;
  /// Whether the server is in a process id namespace of its own.
  bool isSandboxed;
  std::unique_ptr<TargetMemory> sharedMemory;
  Janitor &janitor;
  pid_t listedChild = 0; ///< The child that the janitor process watches, or 0.
  /// For each checkpoint, by its number, the process id of its server.
  std::array<pid_t, native::serverSlots> checkpoints{};
  llvm::MutableArrayRef<uint8_t> slots; ///< The shared pages of all servers.
  llvm::MutableArrayRef<uint8_t> crashStack;
  uint32_t selected = 0;
  uint64_t maxEvents = ~uint64_t(0);
  /// The page that the tool shares with the selected server.
  native::ServerControl *controlPage = nullptr;
  native::RunState *runState = nullptr;
  native::LiveState *liveState = nullptr;
  std::vector<native::ChangeRecord> changes;
  uint64_t checkpointEvent = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H
