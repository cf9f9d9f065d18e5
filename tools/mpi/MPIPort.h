// Sends and receives messages by MPI.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MPI_MPIPORT_H
#define PINSTRIPE_TOOLS_MPI_MPIPORT_H

#include "pinstripe/Remote/Frame.h"
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The connection of this process to the other processes that mpirun has
/// started. Only the constructor and the destructor wait. The other functions
/// must be called again and again, since MPI makes progress only while it is
/// called.
class MPIPort {
public:
  /// Initialises MPI, and waits until all processes that mpirun has started
  /// have done so.
  MPIPort();
  MPIPort(const MPIPort &) = delete;
  MPIPort &operator=(const MPIPort &) = delete;
  ~MPIPort();

  int rank() const { return ownRank; }
  int size() const { return ranks; }
  /// Sends a message to the process with the rank `to`.
  void send(int to, const Frame &frame);
  /// Returns a message that has come, and sets `from` to the rank of its
  /// sender. Returns nullopt if no whole message has come.
  std::optional<Frame> receive(int &from);
  /// Returns true if no message that was given to send() still waits to be
  /// sent.
  bool isIdle();
  /// Returns a rank to or from which a message could not be transferred; -1 if
  /// there is none. Each failure is reported once.
  int takeUnreachable();
  /// Ends this process at once, without MPI_Finalize. Called if another process
  /// is gone, since MPI_Finalize would wait for that process.
  [[noreturn]] static void leave();

private:
  struct Sending;
  int ownRank = 0, ranks = 1;
  std::list<std::unique_ptr<Sending>> sendings;
  /// The received pieces of messages that are not complete yet, indexed by the
  /// rank of the sender.
  std::vector<std::string> pieces;
  std::vector<int> unreachable;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MPI_MPIPORT_H
