// Lets lanes in other processes make runs for this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_REMOTELANES_H
#define PINSTRIPE_REMOTE_REMOTELANES_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Remote/FrameLink.h"
#include "pinstripe/Remote/Messages.h"
#include <condition_variable>
#include <thread>

namespace pinstripe {

/// The state of a lane in another process, as this process knows it. Several
/// threads use it: the one that makes runs, the one that receives messages, and
/// any that cancels a run.
class LaneConnection {
public:
  LaneConnection(FrameLink &link, unsigned rank) : link(link), rank(rank) {}

  std::string name() const { return "rank " + std::to_string(rank); }
  /// Starts the process of the lane, and sends it the case. `offer` must live
  /// as long as the connection.
  void start(const std::string &offer);
  /// Waits until the lane has reproduced the recorded run, and returns the
  /// result of that run. If the process of the lane has died, starts it again.
  /// Returns nullopt when the current run is cancelled, and also after
  /// `abandon` if `mayAbandon` is true. Returns a LaneLostError if the lane is
  /// of no use.
  llvm::Expected<std::optional<RunResult>> awaitReady(bool mayAbandon);
  /// Returns the number of times that the process of the lane was started. The
  /// process knows nothing of what was sent to an earlier one.
  unsigned starts();
  /// Sends a message to the lane.
  void send(FrameKind kind, std::string body);

  /// Makes the lane useless, with a sentence that says why.
  void refuse(const std::string &reason);
  void receive(const Frame &frame);
  /// Makes `awaitReady` return early if it may.
  void abandon();
  /// Allows `awaitReady` to wait again.
  void resume();

  /// Returns the number of the next run.
  uint64_t beginRun();
  /// Waits for the answer to the wish for the latest run. Returns nullopt if
  /// the run was cancelled, an EngineError if the process of the lane has died
  /// or its engine has failed, and a LaneLostError if the lane is of no use.
  llvm::Expected<std::optional<RunResult>> awaitResult();
  /// Returns true if the process of the lane has died and was not started
  /// again.
  bool hasDied();
  /// Cancels the run that the lane is making; does nothing if there is none.
  void cancel();

private:
  enum class State : uint8_t { Idle, Proving, Ready, Died, Useless };
  void startProcess(std::unique_lock<std::mutex> &lock);
  llvm::Error lost() const;

  FrameLink &link;
  const unsigned rank;
  std::mutex mutex; ///< A mutex that protects all members below.
  std::condition_variable changed;
  State state = State::Idle;
  const std::string *offer = nullptr;
  std::string reason; ///< Why the lane has died, or is useless.
  unsigned startCount = 0;
  bool isAbandoned = false;
  RunResult proof; ///< The result of the recorded run, as the lane repeated it.
  uint64_t lastRun = 0;
  bool isRunning = false, isCancelled = false;
  std::optional<RunResult> result;
  std::optional<LaneFailure> failure;
};

/// The lanes of other processes, which one link reaches. The ranks of the lanes
/// are 1, 2, and so on.
class RemoteLanes : public LaneSource {
public:
  /// Makes a source of `lanes` lanes.
  RemoteLanes(std::unique_ptr<FrameLink> link, unsigned lanes);
  ~RemoteLanes() override;

  unsigned lanes() const override { return connections.size(); }
  void offer(const RunnableCase &runnable) override;
  llvm::Expected<Lane> make(const LaunchSpec &launch, unsigned index) override;
  void abandon() override;

private:
  void receiveAll();
  llvm::Error checkProof(const std::string &lane, const RunResult &proof);

  std::unique_ptr<FrameLink> link;
  std::vector<std::unique_ptr<LaneConnection>> connections;
  const RecordedCase *recorded = nullptr;
  const std::atomic<bool> *stop = nullptr;
  EngineDescription description;
  EngineTraits traits;
  std::string packed;    ///< The offer, as bytes.
  std::mutex proofMutex; ///< A mutex that is locked while a proof is checked.
  std::thread receiver;
};

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_REMOTELANES_H
