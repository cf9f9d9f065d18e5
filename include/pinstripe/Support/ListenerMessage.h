// Sends the listener of a system call filter from a child to the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The listener is the descriptor through which the tool gets the system calls
// that the child's filter stops.

#ifndef PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
#define PINSTRIPE_SUPPORT_LISTENERMESSAGE_H

namespace pinstripe {

/// A message that a child sends to the tool together with a listener: the
/// descriptor through which the tool gets the system calls that the child's
/// filter stops (seccomp user notifications).
struct ListenerMessage {
  /// True if the program that the child starts is a debugger, which in turn
  /// starts the program under test.
  bool isDebugger = false;
};

/// Sends a listener (a descriptor for seccomp notifications) and a message
/// through a socket. May be called between fork and exec. Returns false on
/// failure.
bool sendListener(int socket, int listener, const ListenerMessage &message);

/// Receives a listener (a descriptor for seccomp notifications) and a message
/// from a socket. Returns the descriptor, or -1 on failure.
int receiveListener(int socket, ListenerMessage &message);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
