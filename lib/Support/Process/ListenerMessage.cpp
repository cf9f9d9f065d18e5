// Sends the listener of a system call filter from a child to the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The listener is the descriptor through which the tool gets the system calls
// that the child's filter stops.

#include "pinstripe/Support/ListenerMessage.h"
#include "llvm/Support/Errno.h"
#include <cstring>
#include <sys/socket.h>

using namespace pinstripe;

namespace {

/// A message that carries one file descriptor, in the form that sendmsg and
/// recvmsg take.
struct Packet {
  explicit Packet(ListenerMessage &message)
      : content{&message, sizeof(message)} {
    header.msg_iov = &content;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof(room);
  }
  iovec content;
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr header = {};
};

} // namespace

bool pinstripe::sendListener(int socket, int listener,
                             const ListenerMessage &message) {
  ListenerMessage copy = message;
  Packet packet(copy);
  cmsghdr *control = CMSG_FIRSTHDR(&packet.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof(listener));
  std::memcpy(CMSG_DATA(control), &listener, sizeof(listener));
  return ::sendmsg(socket, &packet.header, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof(copy));
}

int pinstripe::receiveListener(int socket, ListenerMessage &message) {
  Packet packet(message);
  ssize_t size = llvm::sys::RetryAfterSignal(-1, ::recvmsg, socket,
                                             &packet.header, MSG_CMSG_CLOEXEC);
  cmsghdr *control = CMSG_FIRSTHDR(&packet.header);
  if (size != static_cast<ssize_t>(sizeof(message)) || !control ||
      control->cmsg_type != SCM_RIGHTS)
    return -1;
  int listener;
  std::memcpy(&listener, CMSG_DATA(control), sizeof(listener));
  return listener;
}
