// Sends and receives messages over a socket.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/Frame.h"
#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

using namespace pinstripe;

/// How many bytes of a message are read at a time. A damaged header may
/// announce a body of any size, so memory is allocated only for bytes that have
/// come.
static constexpr uint64_t pieceSize = uint64_t(1) << 20;

static bool writeBytes(int socket, const char *bytes, size_t size) {
  while (size != 0) {
    // If the reader is gone, MSG_NOSIGNAL makes `send` return an error instead
    // of raising SIGPIPE.
    ssize_t written = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

static bool readBytes(int socket, char *bytes, size_t size) {
  while (size != 0) {
    ssize_t count = ::recv(socket, bytes, size, 0);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

bool pinstripe::writeFrame(int socket, const Frame &frame) {
  FrameHeader header{frame.rank, frame.kind, frame.body.size()};
  return writeBytes(socket, reinterpret_cast<const char *>(&header),
                    sizeof header) &&
         writeBytes(socket, frame.body.data(), frame.body.size());
}

bool pinstripe::readFrame(int socket, Frame &frame) {
  FrameHeader header;
  if (!readBytes(socket, reinterpret_cast<char *>(&header), sizeof header))
    return false;
  frame.rank = header.rank;
  frame.kind = header.kind;
  frame.body.clear();
  while (frame.body.size() != header.size) {
    uint64_t before = frame.body.size();
    uint64_t piece = std::min(header.size - before, pieceSize);
    frame.body.resize(before + piece);
    if (!readBytes(socket, frame.body.data() + before, piece))
      return false;
  }
  return true;
}
