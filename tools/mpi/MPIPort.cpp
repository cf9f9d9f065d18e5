// Sends and receives messages by MPI.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This is the only file that calls MPI.

#include "MPIPort.h"
#include <algorithm>
#include <cstring>
#include <mpi.h>
#include <unistd.h>

using namespace pinstripe;

/// The largest number of bytes in one message of MPI, whose sizes are ints. A
/// longer message is sent in pieces.
static constexpr size_t maxPiece = size_t(1) << 28;
static constexpr int tag = 1;

/// A message that is being sent. `bytes` must not be freed until MPI has sent
/// all pieces of the message.
struct MPIPort::Sending {
  int to = 0;
  std::string bytes;
  std::vector<MPI_Request> requests;
};

MPIPort::MPIPort() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
  // An MPI call that fails because another rank has ended must not end this
  // process.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &ownRank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  pieces.resize(static_cast<size_t>(ranks));
}

MPIPort::~MPIPort() { MPI_Finalize(); }

void MPIPort::leave() { ::_exit(0); }

void MPIPort::send(int to, const Frame &frame) {
  FrameHeader header{frame.rank, frame.kind, frame.body.size()};
  auto sending = std::make_unique<Sending>();
  sending->to = to;
  sending->bytes.assign(reinterpret_cast<const char *>(&header), sizeof header);
  sending->bytes += frame.body;
  const std::string &bytes = sending->bytes;
  for (size_t first = 0; first < bytes.size(); first += maxPiece) {
    auto size = static_cast<int>(std::min(maxPiece, bytes.size() - first));
    MPI_Request request = MPI_REQUEST_NULL;
    if (MPI_Isend(bytes.data() + first, size, MPI_BYTE, to, tag, MPI_COMM_WORLD,
                  &request) != MPI_SUCCESS) {
      unreachable.push_back(to);
      break;
    }
    sending->requests.push_back(request);
  }
  sendings.push_back(std::move(sending));
}

bool MPIPort::isIdle() {
  sendings.remove_if([&](const std::unique_ptr<Sending> &sending) {
    int isDone = 0;
    int error =
        MPI_Testall(static_cast<int>(sending->requests.size()),
                    sending->requests.data(), &isDone, MPI_STATUSES_IGNORE);
    if (error == MPI_SUCCESS)
      return isDone != 0;
    unreachable.push_back(sending->to);
    return true;
  });
  return sendings.empty();
}

int MPIPort::takeUnreachable() {
  if (unreachable.empty())
    return -1;
  int rank = unreachable.back();
  unreachable.pop_back();
  return rank;
}

std::optional<Frame> MPIPort::receive(int &from) {
  int isThere = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &isThere, &status) !=
          MPI_SUCCESS ||
      !isThere)
    return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  from = status.MPI_SOURCE;
  std::string &bytes = pieces[static_cast<size_t>(from)];
  size_t before = bytes.size();
  bytes.resize(before + static_cast<size_t>(size));
  if (MPI_Recv(bytes.data() + before, size, MPI_BYTE, from, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE) != MPI_SUCCESS) {
    bytes.clear();
    unreachable.push_back(from);
    return std::nullopt;
  }
  FrameHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (bytes.size() != sizeof header + header.size)
    return std::nullopt;
  Frame frame{header.rank, header.kind, bytes.substr(sizeof header)};
  bytes.clear();
  bytes.shrink_to_fit();
  return frame;
}
