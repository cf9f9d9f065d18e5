// Defines the messages between the processes of a search on many machines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This header needs no library, so that the small program which calls MPI can
// use it. Messages.h says what is in the bodies.

#ifndef PINSTRIPE_REMOTE_FRAME_H
#define PINSTRIPE_REMOTE_FRAME_H

#include <cstdint>
#include <string>

namespace pinstripe {

/// The kinds of messages. A rank is one of the places where mpirun has started
/// the tool; ranks are numbered from 0 on. The searching process is the one
/// that the user has started; it is on rank 0. Each other rank has a lane,
/// which is a process that makes runs for the searching process. A courier
/// carries the messages from process to process.
enum class FrameKind : uint32_t {
  // A message from the searching process to the courier of a lane:
  Start, ///< Asks the courier to start the process of the lane.
  // Messages from the searching process to a lane:
  /// Offer hands a case (a recorded run with its files) or a failing program to
  /// the lane, which makes runs of it from then on.
  Offer,
  Launch,    ///< Says how the following runs start.
  Focus,     ///< Announces similar runs, see ExecutionEngine::focus.
  FocusLive, ///< Announces similar live runs, see focusLive.
  Execute,   ///< Asks for a run that skips some events.
  Live,      ///< Asks for a run whose control flow the program decides.
  Test,      ///< Asks for a run of the program, and for its outcome.
  Cancel,    ///< Cancels the run whose number is in the body.
  // Messages from a lane to the searching process:
  Ready, ///< The lane has repeated the offered run, and can make others.
  /// The lane can't make runs of the offered case or program; the body says
  /// why.
  Refused,
  Result, ///< The result of a requested run, or the outcome of a test.
  Failed, ///< A requested run could not be made.
  // Messages from a courier to the searching process:
  Died, ///< The process of the lane has ended; the body says how.
  Gone, ///< The lane with this rank can't be used any more; the body says why.
  // Messages between couriers:
  Alive,    ///< Sent now and then, to show that the sender is still there.
  End,      ///< The search is over: the receiver ends its lane.
  Farewell, ///< The answer to End: the sender has ended its lane.
  Finalise, ///< All lanes have ended: the receiver calls MPI_Finalize.
  /// Some rank does not answer: the receiver ends without MPI_Finalize, which
  /// would wait for that rank.
  Leave,
};

/// A message. `rank` says to which lane it goes, or from which lane it comes.
struct Frame {
  uint32_t rank = 0;
  FrameKind kind = FrameKind::Alive;
  std::string body = {};
};

/// The part of a message that is sent before its body.
struct FrameHeader {
  uint32_t rank = 0;
  FrameKind kind = FrameKind::Alive;
  uint64_t size = 0;
};

/// Writes a message to a socket. Returns false if the reader is gone.
bool writeFrame(int socket, const Frame &frame);
/// Waits for a message on a socket. Returns false at the end of the messages.
bool readFrame(int socket, Frame &frame);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_FRAME_H
