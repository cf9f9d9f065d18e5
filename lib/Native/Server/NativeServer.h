// Starts fork servers, has them run children, and waits for the results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launched program becomes a server: it forks a child for each run. Every
// wait ends, by an answer, by a time-out, or because the server has ended.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H
#define PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H

#include "Server/DuplicableState.h"
#include "Server/TargetMemory.h"
#include "Server/TracedLaunch.h"
#include "pinstripe/Execution/Janitor.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cassert>
#include <chrono>
#include <vector>

namespace pinstripe {

/// The error of a run whose server has ended. A run by another server may
/// succeed, unless it is the program under test that ends its server.
class ServerLost : public llvm::ErrorInfo<ServerLost, EngineError> {
public:
  static inline char ID = 0;
  ServerLost()
      : ErrorInfo("the server that runs the program under test is gone") {}
};

/// How a run ends if its server is lost.
enum class OnLoss : uint8_t {
  Fail,   ///< The run fails with a ServerLost.
  EndRun, ///< The run ended by the signal that ended its server.
};

/// How a child ended, still to be interpreted (see endingOf).
struct ChildResult {
  int status = 0; ///< Wait status of the child.
  uint64_t crashPC = 0;
  /// Processor time of the child since the fork.
  uint64_t processorMicroseconds = 0;
  /// The limit for which the tool ended the child; none if it did not.
  std::optional<Ending> forced = {};
  /// Whether the tool ended the child because the listener asked for it.
  bool wasStopped = false;
  native::RunState state{};
  native::LiveState live{}; ///< Valid in live flow.

  double processorSeconds() const {
    return 1e-6 * static_cast<double>(processorMicroseconds);
  }
};

/// Owns the process of the server and the memory shared with it.
class NativeServer {
public:
  /// Adds the regions that all servers need. Must be called first.
  static void addCommonRegions(TargetMemory &memory);
  /// Sends the launched process into the runtime, where it becomes a server.
  /// `memory` must have been written.
  static llvm::Expected<std::unique_ptr<NativeServer>>
  start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
        Janitor &janitor, bool isSandboxed);
  ~NativeServer();
  NativeServer(const NativeServer &) = delete;
  NativeServer &operator=(const NativeServer &) = delete;

  /// A function called now and then while a child runs; returns false to end
  /// it.
  using Listener = llvm::function_ref<bool()>;

  /// Runs one child, of the first server or of the checkpoint in `slot`. After
  /// an EngineError that server is of no more use. `onLoss` counts for the
  /// first server only; if a checkpoint is lost, its run always fails.
  llvm::Expected<ChildResult> run(const LaunchSpec &spec, Listener listener,
                                  uint32_t slot = 0,
                                  OnLoss onLoss = OnLoss::Fail);
  /// Runs a child up to the first included event after the prefix. There it
  /// becomes a server itself, with this slot and the output files of the slot.
  /// Returns its pid, or 0 if the run ended before that place or can't be
  /// continued by forks.
  llvm::Expected<pid_t> makeCheckpoint(uint32_t slot, const LaunchSpec &spec);
  void dropCheckpoint(uint32_t slot);

  /// Promises that no run executes more events than this, so that an event
  /// limit that can't be reached costs nothing.
  void setMaxEvents(uint64_t number) { maxEvents = number; }

  TargetMemory &memory() { return *sharedMemory; }
  /// Sets the changes of later runs in live flow.
  void setChanges(std::vector<native::ChangeRecord> records) {
    assert(records.size() <= native::maxChanges && "too many changes");
    changes = std::move(records);
  }

  /// Sets after how many events a checkpoint is made in live flow.
  void setCheckpointEvent(uint64_t event) { checkpointEvent = event; }

  native::ServerControl &control() { return *controlPage; }
  /// Reaps the first server if it has ended. Returns whether it has.
  bool reapIfEnded();

private:
  NativeServer(pid_t pid, std::unique_ptr<TargetMemory> memory,
               Janitor &janitor, bool isSandboxed)
      : pid(pid), isSandboxed(isSandboxed), sharedMemory(std::move(memory)),
        janitor(janitor) {}
  llvm::Error awaitFirstReply();
  /// Makes the server in this slot the one to which later commands go.
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
  /// Waits for a reply of the selected server. Returns whether it came in time.
  bool waitForReply(uint32_t before, std::chrono::nanoseconds limit) const;
  /// Returns the pid of the child outside of its namespace; 0 if no child runs.
  pid_t child() const;
  pid_t childsParent() const {
    return selected == 0 ? pid : checkpoints[selected];
  }
  /// Returns how many processes of the program are servers.
  unsigned ownProcesses() const;
  void killChild();
  void end();

  pid_t pid; ///< Process id of the first server; 0 once it is reaped.
  int lastStatus = 0;
  /// The server is in a PID namespace of its own.
  bool isSandboxed;
  std::unique_ptr<TargetMemory> sharedMemory;
  Janitor &janitor;
  pid_t listedChild = 0; ///< Child that the janitor knows; 0 if it knows none.
  /// Process ids of the checkpoints' servers, by slot.
  std::array<pid_t, native::serverSlots> checkpoints{};
  llvm::MutableArrayRef<uint8_t> slots; ///< The shared pages of all servers.
  uint32_t selected = 0;
  uint64_t maxEvents = ~uint64_t(0);
  /// The shared pages of the selected server.
  native::ServerControl *controlPage = nullptr;
  const native::RunState *runState = nullptr;
  const native::LiveState *liveState = nullptr;
  std::vector<native::ChangeRecord> changes;
  uint64_t checkpointEvent = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H
