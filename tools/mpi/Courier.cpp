// Carries messages between a searching process and the lanes that make runs for
// it, on machines that mpirun has chosen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of this program is called a courier. The tool itself does not call
// MPI. mpirun starts the tool once for each rank. On rank 0, the tool searches:
// it starts a courier and talks to it over a socket. On each other rank, the
// tool becomes a courier, which starts the tool again as the process of a lane.
// mpirun knows only the courier, so it does not notice what a run does to the
// process of the lane.

#include "LaneProcess.h"
#include "MPIPort.h"
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <set>

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

/// The descriptor number of the socket to the searching process.
static constexpr int hostSocket = 3;
/// How often a courier sends a sign of life.
static constexpr std::chrono::seconds aliveInterval(1);
/// A courier from which nothing was heard for this time counts as gone.
/// Couriers only carry messages, so they are never late by much, however busy
/// their machines are.
static constexpr std::chrono::seconds longestSilence(30);
/// The time within which all lanes (processes that make runs) must end after a
/// search. A lane has to end its run and to remove its temporary files.
static constexpr std::chrono::seconds longestFarewell(10);

namespace {

/// Decides how long a courier waits for its socket before it asks MPI for
/// messages again. A wait for MPI itself would keep a processor busy. While
/// messages come, the waits are short. If none come for a while, the waits
/// become longer.
class Patience {
public:
  /// Must be called after each look for messages. `isBusy` is true if there was
  /// a message.
  void note(bool isBusy) { idleLooks = isBusy ? 0 : idleLooks + 1; }
  /// Waits until the socket has a message, at most 1 ms. Returns true if it has
  /// one.
  bool await(int socket) const {
    pollfd each = {socket, POLLIN, 0};
    timespec wait = {0, nanoseconds()};
    return ::ppoll(&each, socket >= 0 ? 1 : 0, &wait, nullptr) > 0;
  }

private:
  long nanoseconds() const {
    constexpr unsigned shortLooks = 20, mediumLooks = 2000;
    if (idleLooks < shortLooks)
      return 0;
    return idleLooks < mediumLooks ? 100'000 : 1'000'000;
  }
  unsigned idleLooks = 0;
};

/// Tells when this courier has to send its next sign of life.
class Heartbeat {
public:
  bool isDue() {
    if (Clock::now() - last < aliveInterval)
      return false;
    last = Clock::now();
    return true;
  }

private:
  Clock::time_point last = {};
};

/// Carries messages between the searching process and the other couriers. Runs
/// on rank 0, on the machine of the searching process.
class HostCourier {
public:
  explicit HostCourier(MPIPort &port)
      : port(port), lastHeard(static_cast<size_t>(port.size()), Clock::now()) {}
  /// Carries messages until the search is over. Returns true if all other
  /// couriers have answered at the end.
  bool run();

private:
  bool carryOut();
  bool carryIn();
  void lookForSilence();
  void drop(int rank, const char *why);
  void sendToAll(FrameKind kind);
  bool sayGoodbye();
  void flush();

  MPIPort &port;
  std::vector<Clock::time_point> lastHeard;
  /// `gone` holds the ranks whose lanes can't be used any more. `departed`
  /// holds the ranks whose couriers have reported, after the end of the search,
  /// that their lanes have ended.
  std::set<int> gone, departed;
  bool isOver = false;
};

} // namespace

/// Tells the searching process, once for each rank, that the lane of this rank
/// (its process that makes runs) can't be used any more. `why` is the reason.
void HostCourier::drop(int rank, const char *why) {
  if (!gone.insert(rank).second)
    return;
  isOver |= !writeFrame(hostSocket,
                        {static_cast<uint32_t>(rank), FrameKind::Gone, why});
}

void HostCourier::sendToAll(FrameKind kind) {
  for (int rank = 1; rank < port.size(); ++rank)
    if (!gone.contains(rank))
      port.send(rank, {static_cast<uint32_t>(rank), kind});
}

/// Takes one message from the socket of the searching process and passes it on
/// to the lane for which it is meant. If the searching process has closed the
/// socket, the search is over.
bool HostCourier::carryOut() {
  Frame frame;
  if (!readFrame(hostSocket, frame)) {
    isOver = true;
    return false;
  }
  int to = static_cast<int>(frame.rank);
  if (to >= 1 && to < port.size() && !gone.contains(to))
    port.send(to, frame);
  return true;
}

/// Hands a message that a lane has sent, if there is one, to the searching
/// process. Returns false if there is none.
bool HostCourier::carryIn() {
  int from = 0;
  std::optional<Frame> frame = port.receive(from);
  if (!frame)
    return false;
  lastHeard[static_cast<size_t>(from)] = Clock::now();
  frame->rank = static_cast<uint32_t>(from);
  if (frame->kind != FrameKind::Alive && !gone.contains(from))
    isOver |= !writeFrame(hostSocket, *frame);
  return true;
}

void HostCourier::lookForSilence() {
  for (int rank = port.takeUnreachable(); rank >= 0;
       rank = port.takeUnreachable())
    drop(rank, "MPI can't reach it any more");
  Clock::time_point now = Clock::now();
  for (int rank = 1; rank < port.size(); ++rank)
    if (now - lastHeard[static_cast<size_t>(rank)] > longestSilence)
      drop(rank, "nothing was heard of it for half a minute");
}

bool HostCourier::run() {
  Patience patience;
  Heartbeat heartbeat;
  while (!isOver) {
    bool isBusy = carryIn();
    port.isIdle();
    if (heartbeat.isDue()) {
      sendToAll(FrameKind::Alive);
      lookForSilence();
    }
    if (patience.await(hostSocket))
      isBusy |= carryOut();
    patience.note(isBusy);
  }
  return sayGoodbye();
}

/// Waits until the last messages to other ranks are on their way, but at most
/// one second: a rank that does not answer any more takes no messages.
void HostCourier::flush() {
  constexpr std::chrono::seconds longest(1);
  Clock::time_point start = Clock::now();
  while (!port.isIdle() && Clock::now() - start < longest)
    ::poll(nullptr, 0, 1);
}

/// Ends the other couriers. MPI_Finalize waits for all ranks, so it is called
/// only if all of them answer.
bool HostCourier::sayGoodbye() {
  sendToAll(FrameKind::End);
  Clock::time_point start = Clock::now();
  const auto others = static_cast<size_t>(port.size() - 1);
  while (departed.size() != others && gone.empty() &&
         Clock::now() - start < longestFarewell) {
    port.isIdle();
    int from = 0;
    std::optional<Frame> frame = port.receive(from);
    if (frame && frame->kind == FrameKind::Farewell)
      departed.insert(from);
    if (!frame)
      ::poll(nullptr, 0, 1);
  }
  bool isComplete = departed.size() == others;
  sendToAll(isComplete ? FrameKind::Finalise : FrameKind::Leave);
  flush();
  return isComplete;
}

/// Carries out a message of the searching process that is meant for the
/// courier. Returns false if the message is meant for the lane's process.
static bool obey(const Frame &frame, MPIPort &port, LaneProcess &lane) {
  const auto rank = static_cast<uint32_t>(port.rank());
  switch (frame.kind) {
  case FrameKind::Start:
    if (!lane.start())
      port.send(0, {rank, FrameKind::Gone, "it can't start a process"});
    return true;
  case FrameKind::End:
    lane.end();
    port.send(0, {rank, FrameKind::Farewell});
    return true;
  case FrameKind::Alive:
    return true;
  default:
    return false;
  }
}

/// Carries the messages of a lane until the search is over. Returns true if, at
/// the end, the courier on rank 0 has heard from all other couriers.
static bool carryForLane(MPIPort &port, LaneProcess &lane) {
  const auto rank = static_cast<uint32_t>(port.rank());
  Patience patience;
  Heartbeat heartbeat;
  Clock::time_point lastHeard = Clock::now();
  for (;;) {
    int from = 0;
    std::optional<Frame> frame = port.receive(from);
    bool isBusy = frame.has_value();
    if (frame) {
      lastHeard = Clock::now();
      if (frame->kind == FrameKind::Finalise)
        return true;
      if (frame->kind == FrameKind::Leave)
        return false;
      // A message that can't be written to the lane's process is lost. This
      // happens if the process has ended; the code below notices the end.
      if (!obey(*frame, port, lane) && lane.socket() >= 0)
        (void)writeFrame(lane.socket(), *frame);
    }
    port.isIdle();
    if (heartbeat.isDue())
      port.send(0, {rank, FrameKind::Alive});
    if (port.takeUnreachable() == 0 ||
        Clock::now() - lastHeard > longestSilence)
      return false;
    if (patience.await(lane.socket())) {
      isBusy = true;
      Frame answer;
      if (readFrame(lane.socket(), answer)) {
        answer.rank = rank;
        port.send(0, answer);
      } else {
        port.send(0, {rank, FrameKind::Died, lane.end()});
      }
    }
    patience.note(isBusy);
  }
}

int main(int argc, char **argv) {
  bool isHost = argc == 2 && std::strcmp(argv[1], "host") == 0;
  bool isLane = argc == 3 && std::strcmp(argv[1], "lane") == 0;
  if (!isHost && !isLane) {
    std::fputs(
        "pinstripe-mpi is started by `mpirun pinstripe ... --lanes mpi`, "
        "and is of no use alone\n",
        stderr);
    return 2;
  }
  // Ctrl-C sends SIGINT to couriers, too. They ignore it, because the searching
  // process decides when the search is over.
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    std::signal(signal, SIG_IGN);
  MPIPort port;
  bool isComplete = false;
  if (isHost) {
    isComplete = HostCourier(port).run();
  } else {
    LaneProcess lane(argv[2]);
    isComplete = carryForLane(port, lane);
  }
  if (!isComplete)
    MPIPort::leave();
  return 0;
}
