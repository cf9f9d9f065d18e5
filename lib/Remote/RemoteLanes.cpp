// Lets other processes, called lanes, make runs for this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/RemoteLanes.h"
#include "RemoteEngine.h"
#include "RemoteTester.h"
#include "pinstripe/Remote/CaseParcel.h"
#include "pinstripe/Remote/ProgramParcel.h"

using namespace pinstripe;

RemoteLanes::RemoteLanes(std::unique_ptr<FrameLink> theLink, unsigned lanes)
    : link(std::move(theLink)) {
  for (unsigned rank = 1; rank <= lanes; ++rank)
    connections.push_back(std::make_unique<LaneConnection>(*link, rank));
  receiver = std::thread([this] { receiveAll(); });
}

RemoteLanes::~RemoteLanes() {
  link->close();
  receiver.join();
}

/// Passes each message on to the connection of its lane, until the link ends.
void RemoteLanes::receiveAll() {
  while (std::optional<Frame> frame = link->receive())
    if (frame->rank >= 1 && frame->rank <= connections.size())
      connections[frame->rank - 1]->receive(*frame);
  for (const auto &connection : connections)
    connection->lose("there is no connection to it");
}

/// Offers a case or a program to all lanes. If `offer` is an error, sends
/// nothing. Then no lane can make runs until the next offer, and the error is
/// the reason for that.
void RemoteLanes::send(llvm::Expected<LaneOffer> offer) {
  if (!offer) {
    std::string reason = llvm::toString(offer.takeError());
    for (const auto &connection : connections)
      connection->refuse(reason);
    return;
  }
  offer->number = ++offers;
  auto packed = std::make_shared<const std::string>(toWire(*offer));
  for (const auto &connection : connections)
    connection->offer(packed, offers);
}

void RemoteLanes::offer(const RunnableCase &runnable) {
  for (const auto &connection : connections)
    connection->resume();
  if (recorded == &runnable.recorded)
    return;
  recorded = &runnable.recorded;
  stop = &runnable.stop;
  description = runnable.runner.engineDescription();
  traits = runnable.runner.engine().traits();
  send(packCase(runnable));
}

void RemoteLanes::offerProgram(const FailingProgram &program,
                               const Materials &failing) {
  for (const auto &connection : connections)
    connection->resume();
  recorded = nullptr;
  send(packProgram(program, failing));
}

/// Checks `proof`, the run in which `lane` has repeated the recorded run.
/// Returns an error if the predicate of the case does not accept this run. A
/// run with the same ending, output and files as the recorded run is always
/// accepted.
llvm::Error RemoteLanes::checkProof(const std::string &lane,
                                    const RunResult &proof) {
  const RunResult &here = recorded->observation;
  if (isSameEnding(proof.ending, here.ending) &&
      proof.standardOutput == here.standardOutput &&
      proof.standardError == here.standardError && proof.files == here.files)
    return llvm::Error::success();
  std::lock_guard<std::mutex> lock(proofMutex);
  auto predicate =
      createPredicate(recorded->theCase.predicate, here,
                      recorded->directory.scratchDirectory(), stop);
  if (!predicate)
    return predicate.takeError();
  llvm::Expected<Outcome> outcome = judge(**predicate, here, proof);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail)
    return llvm::Error::success();
  return llvm::make_error<LaneLostError>(
      lane + ": the program does something else there: " +
      describeEnding(proof.ending));
}

/// Waits until a lane is ready, and returns the result of its first run.
llvm::Expected<RunResult> RemoteLanes::awaitReady(LaneConnection &connection) {
  auto proof = connection.awaitReady(/*mayAbandon=*/true);
  if (!proof)
    return proof.takeError();
  if (!*proof)
    return llvm::make_error<LaneLostError>(connection.name() +
                                           " is not needed any more");
  return std::move(**proof);
}

llvm::Expected<std::unique_ptr<RunTester>>
RemoteLanes::makeTester(unsigned index) {
  LaneConnection &connection = *connections[index];
  // The result of the lane's first run is not needed: a lane that tests a
  // program judges its first run itself.
  if (llvm::Error error = awaitReady(connection).takeError())
    return error;
  return std::make_unique<RemoteTester>(connection);
}

llvm::Expected<Lane> RemoteLanes::make(const LaunchSpec &launch,
                                       unsigned index) {
  LaneConnection &connection = *connections[index];
  llvm::Expected<RunResult> proof = awaitReady(connection);
  if (!proof)
    return proof.takeError();
  if (llvm::Error error = checkProof(connection.name(), *proof))
    return error;
  ChosenEngine chosen;
  chosen.engine = std::make_unique<RemoteEngine>(connection, *recorded, traits);
  chosen.description = description;
  Lane lane;
  lane.launch = launch;
  lane.runner = std::make_unique<CaseRunner>(std::move(chosen), RunPlace());
  return lane;
}

void RemoteLanes::abandon() {
  for (const auto &connection : connections)
    connection->abandon();
}
