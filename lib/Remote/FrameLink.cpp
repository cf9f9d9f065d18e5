// Connects two processes that exchange messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/FrameLink.h"
#include <sys/socket.h>

using namespace pinstripe;

bool SocketLink::send(const Frame &frame) {
  std::lock_guard<std::mutex> lock(mutex);
  return writeFrame(socket.get(), frame);
}

std::optional<Frame> SocketLink::receive() {
  Frame frame;
  if (!readFrame(socket.get(), frame))
    return std::nullopt;
  return frame;
}

void SocketLink::close() {
  // `shutdown` only ends the connection. The descriptor stays open until the
  // object is destroyed, because other threads may still use it.
  (void)::shutdown(socket.get(), SHUT_RDWR);
}
