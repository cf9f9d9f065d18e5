// Starts fork servers, makes them run children, and waits for the results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launched program becomes a server: it forks a child for each run. The tool
// never waits for a server forever: a wait ends when the server answers, when
// the time is up, or when the server has ended.

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

/// The error for a run whose server, the process that has forked it, has ended.
/// With another server, the run may succeed. But if the program under test has
/// ended its server, it will do so again.
class ServerLost : public llvm::ErrorInfo<ServerLost, EngineError> {
public:
  static inline char ID = 0;
  ServerLost()
      : ErrorInfo("the server that runs the program under test is gone") {}
};

/// Each run is a process that a server process has forked. This type says what
/// is reported for a run if its server ends before the run is over.
enum class OnLoss : uint8_t {
  Fail, ///< If a run's server ends, the run fails with a ServerLost error.
  /// If the server of a run ends, the run is regarded as ended by the same
  /// signal as the server.
  EndRun,
};

/// How a child (a process forked for a run) ended, as its server reports it.
/// The function endingOf tells what that means for the run.
struct ChildResult {
  /// How the child ended, in the form in which waitpid() reports it.
  int status = 0;
  /// The signal that ended the child, with the registers and the stack at that
  /// moment. nullopt if no signal ended the child. Also nullopt for SIGKILL,
  /// which the server does not see.
  std::optional<CrashedThread> crash = {};
  /// Processor time in microseconds that the child has used since its server
  /// forked it.
  uint64_t processorMicroseconds = 0;
  /// The limit that has ended the run; nullopt if the run has kept all limits.
  std::optional<Ending> forced = {};
  /// True if the tool ended the child because the caller's listener asked for
  /// it (see NativeServer::Listener).
  bool wasStopped = false;
  native::RunState state{};
  /// How many events the child's run has executed. An event is the execution of
  /// a statement. Set only in live flow, where the program runs normally except
  /// for a few changes.
  native::LiveState live{};

  double processorSeconds() const {
    return 1e-6 * static_cast<double>(processorMicroseconds);
  }
};

/// Owns a server: its process, its checkpoints, and the memory that they share
/// with the tool. A server is a launched program that forks a child for each
/// run. A checkpoint is a stopped run from which other runs are forked.
class NativeServer {
public:
  /// Adds the regions of memory that every server needs. They must be the first
  /// regions. If a server can't map a later region, it reports this error in
  /// one of these first regions.
  static void addCommonRegions(TargetMemory &memory);
  /// Maps the Setup and the runtime, the tool's code in the process, into the
  /// launched process.
  static llvm::Error mapRuntime(TracedLaunch &launch,
                                const TargetMemory &memory);
  /// Returns the error that the runtime has met while it prepared the process.
  static llvm::Error failureOfStart(const native::ServerControl &control);
  /// Makes the launched process a server. The caller must have called `write`
  /// for `memory`.
  static llvm::Expected<std::unique_ptr<NativeServer>>
  start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
        Janitor &janitor, bool isSandboxed);
  ~NativeServer();
  NativeServer(const NativeServer &) = delete;
  NativeServer &operator=(const NativeServer &) = delete;

  /// A function that is called now and then while a child runs. It returns
  /// false to end the child.
  using Listener = llvm::function_ref<bool()>;

  /// Makes one run. If `slot` is 0, the run is forked from the first server.
  /// Otherwise it is forked from the checkpoint number `slot`, which is a
  /// stopped run. After an EngineError, the server or checkpoint can't be used
  /// any more. `onLoss` says how the run ends if the first server is lost. If a
  /// checkpoint is lost, the function always returns an error.
  llvm::Expected<ChildResult> run(const LaunchSpec &spec, Listener listener,
                                  uint32_t slot = 0,
                                  OnLoss onLoss = OnLoss::Fail);
  /// Makes a checkpoint, a process from which several runs can start. A forked
  /// child runs up to an event and stops there. The caller must have chosen the
  /// event by PlanSession::prefix or setCheckpointEvent. `slot` is the number
  /// of the checkpoint; each number has output files of its own.
  ///
  /// Returns the process id of the child. Returns 0 if the run ended before the
  /// event, or if the child could not become a checkpoint.
  llvm::Expected<pid_t> makeCheckpoint(uint32_t slot, const LaunchSpec &spec);
  void dropCheckpoint(uint32_t slot);

  /// Tells the server that no run executes more than `number` events
  /// (executions of statements). So the server need not enforce a run's limit
  /// on events, unless the limit is lower than `number`.
  void setMaxEvents(uint64_t number) { maxEvents = number; }

  TargetMemory &memory() { return *sharedMemory; }
  /// Sets the changes for later runs in live flow. In such a run the program
  /// runs normally, except for these changes.
  void setChanges(std::vector<native::ChangeRecord> records) {
    assert(records.size() <= native::maxChanges && "too many changes");
    changes = std::move(records);
  }

  /// Sets the number of events after which makeCheckpoint stops a run. Must be
  /// called only for runs in live flow, which follow no recorded trace: the
  /// program runs normally, except for some changes.
  void setCheckpointEvent(uint64_t event) { checkpointEvent = event; }

  native::ServerControl &control() { return *controlPage; }
  /// Returns whether the first server has ended. If it has, also fetches its
  /// exit status.
  bool reapIfEnded();

private:
  NativeServer(pid_t pid, std::unique_ptr<TargetMemory> memory,
               Janitor &janitor, bool isSandboxed)
      : pid(pid), isSandboxed(isSandboxed), sharedMemory(std::move(memory)),
        janitor(janitor) {}
  llvm::Error awaitFirstReply();
  /// Selects the server to which commands go: the first one if `slot` is 0,
  /// otherwise the checkpoint with this number.
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
  /// Waits for the next reply of the selected server; `before` is the number of
  /// its earlier replies. Returns false if no reply comes in time.
  bool waitForReply(uint32_t before, std::chrono::nanoseconds limit) const;
  /// Returns the process id of the child, or 0 if no child runs. The tool uses
  /// this id for the child. If the child is in a process id namespace, the
  /// child sees another id.
  pid_t child() const;
  pid_t childsParent() const {
    return selected == 0 ? pid : checkpoints[selected];
  }
  /// Returns the number of servers: the first server and all checkpoints
  /// (stopped runs that have become servers).
  unsigned ownProcesses() const;
  void killChild();
  void end();

  pid_t pid; ///< The process id of the first server; 0 when it has ended.
  int lastStatus = 0;
  /// True if the server is in a process id namespace of its own, where
  /// processes have other ids than outside.
  bool isSandboxed;
  std::unique_ptr<TargetMemory> sharedMemory;
  Janitor &janitor;
  /// The process id of the child that is in the janitor's list; 0 if no child
  /// is. The janitor is a process that kills the children in its list if the
  /// tool ends unexpectedly.
  pid_t listedChild = 0;
  /// The process ids of the checkpoints, by number; 0 for a number that no
  /// checkpoint has.
  std::array<pid_t, native::serverSlots> checkpoints{};
  /// The memory that the tool shares with the servers: two pages for each
  /// server, in the order of the servers' numbers.
  llvm::MutableArrayRef<uint8_t> slots;
  llvm::MutableArrayRef<uint8_t> crashStack;
  uint32_t selected = 0;
  uint64_t maxEvents = ~uint64_t(0);
  /// The page of shared memory by which the tool sends commands to the selected
  /// server and gets its replies.
  native::ServerControl *controlPage = nullptr;
  native::RunState *runState = nullptr;
  native::LiveState *liveState = nullptr;
  std::vector<native::ChangeRecord> changes;
  uint64_t checkpointEvent = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_NATIVESERVER_H
