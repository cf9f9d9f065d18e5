// Lets other processes, called lanes, make runs for this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_REMOTELANES_H
#define PINSTRIPE_REMOTE_REMOTELANES_H

#include "pinstripe/Circumstance/TesterSource.h"
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
  /// Sends the lane an offer, that is, the case or program of which the lane is
  /// to make runs. The offer replaces the lane's earlier offer. Starts the
  /// process of the lane first if the lane has none. `body` is a LaneOffer in
  /// its form as bytes, and `number` is the offer's number.
  void offer(std::shared_ptr<const std::string> body, uint64_t number);
  /// Waits until the lane has repeated the run that its offer describes, and
  /// returns the result of that run. If the process of the lane has died,
  /// starts it again. Returns nullopt if the current run is cancelled or
  /// `givenUp` is set. Also returns nullopt if `abandon` was called and
  /// `mayAbandon` is true. `givenUp` may be null. Returns a LaneLostError if
  /// the lane can't be used any more.
  llvm::Expected<std::optional<RunResult>>
  awaitReady(bool mayAbandon, const std::atomic<bool> *givenUp = nullptr);
  /// Returns how often a process of the lane was started. A caller that sees a
  /// new number must send the lane everything again, since the new process does
  /// not know what the earlier one received.
  unsigned starts();
  /// Sends a message to the lane.
  void send(FrameKind kind, std::string body);

  /// Notes that the lane can't make runs for the latest offer. `reason` is a
  /// sentence for the user.
  void refuse(const std::string &reason);
  /// Notes that the lane can't be used any more, not even for later offers.
  void lose(const std::string &reason);
  void receive(const Frame &frame);
  /// Ends the waiting in all calls of `awaitReady` whose `mayAbandon` is true.
  void abandon();
  /// Makes the lane ready for the next step of a verb (a command of the tool):
  /// undoes `abandon`, and forgets the last run of the step before.
  void resume();

  /// Begins a run, and returns its number.
  uint64_t beginRun();
  /// Waits until the lane answers the request for the latest run. Returns
  /// nullopt if the run was cancelled, an EngineError if the process of the
  /// lane has died or its engine has failed, and a LaneLostError if the lane
  /// can't be used any more. Cancels the run soon after another thread sets
  /// `givenUp`. `givenUp` may be null.
  llvm::Expected<std::optional<LaneAnswer>>
  awaitAnswer(const std::atomic<bool> *givenUp = nullptr);
  /// Returns true if the process of the lane has died and was not started
  /// again.
  bool hasDied();
  /// Cancels the run that the lane is making; does nothing if there is none.
  void cancel();

private:
  enum class State : uint8_t { Idle, Proving, Ready, Died, Useless };
  void sendOffer(std::unique_lock<std::mutex> &lock, bool startsProcess);
  void await(std::unique_lock<std::mutex> &lock,
             const std::atomic<bool> *givenUp);
  void cancel(std::unique_lock<std::mutex> &lock);
  void makeUseless(const std::string &why);
  llvm::Error lost() const;

  FrameLink &link;
  const unsigned rank;
  std::mutex mutex; ///< A mutex that protects all members below.
  std::condition_variable changed;
  State state = State::Idle;
  std::shared_ptr<const std::string> offered; ///< The latest offer, as bytes.
  uint64_t offerNumber = 0;
  /// True if the lane can't be used any more, not even for another offer.
  bool isLost = false;
  /// Why the lane's process has died, or why the lane can't be used.
  std::string reason;
  unsigned startCount = 0;
  /// True if the process of the lane is running, as far as this process knows.
  bool hasProcess = false;
  bool isAbandoned = false;
  RunResult proof; ///< The result of the recorded run, as the lane repeated it.
  uint64_t lastRun = 0;
  bool isRunning = false, isCancelled = false;
  std::optional<LaneAnswer> answer;
  std::optional<LaneFailure> failure;
};

/// The lanes, which are other processes that make runs for this one. All of
/// them are reached by one link, and have the ranks 1, 2, and so on. Each step
/// of a verb (a command of the tool) must offer the lanes a case or a program
/// before it uses them. Only one step at a time uses the lanes.
class RemoteLanes : public TesterSource {
public:
  /// Makes an object for `lanes` lanes, which are reached by `link`.
  RemoteLanes(std::unique_ptr<FrameLink> link, unsigned lanes);
  ~RemoteLanes() override;

  unsigned lanes() const override { return connections.size(); }
  void offer(const RunnableCase &runnable) override;
  llvm::Expected<Lane> make(const LaunchSpec &launch, unsigned index) override;
  void offerProgram(const FailingProgram &program,
                    const Materials &failing) override;
  llvm::Expected<std::unique_ptr<RunTester>>
  makeTester(unsigned index) override;
  void abandon() override;

private:
  void receiveAll();
  void send(llvm::Expected<LaneOffer> offer);
  llvm::Expected<RunResult> awaitReady(LaneConnection &connection);
  llvm::Error checkProof(const std::string &lane, const RunResult &proof);

  std::unique_ptr<FrameLink> link;
  std::vector<std::unique_ptr<LaneConnection>> connections;
  /// The case that was offered last; null if nothing was offered yet, or a
  /// program was offered last.
  const RecordedCase *recorded = nullptr;
  uint64_t offers = 0; ///< How many offers were made.
  const std::atomic<bool> *stop = nullptr;
  EngineDescription description;
  EngineTraits traits;
  /// A mutex that is locked while the predicate judges a lane's first run.
  std::mutex proofMutex;
  std::thread receiver;
};

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_REMOTELANES_H
