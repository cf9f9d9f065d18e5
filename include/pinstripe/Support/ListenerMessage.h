// Sends the listener of a system call filter from a child to the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The listener is the descriptor through which the tool gets the system calls
// that the child's filter stops.

#ifndef PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
#define PINSTRIPE_SUPPORT_LISTENERMESSAGE_H

namespace pinstripe {

/// A message that a child sends to the tool together with a listener. The
/// listener is the descriptor through which the tool gets the system calls that
/// the child's filter stops (seccomp user notifications).
struct ListenerMessage {
  /// True if the child starts a debugger, which then starts the program under
  /// test.
  bool isDebugger = false;
};

/// Sends a message and a listener (the descriptor from which the tool reads the
/// stopped system calls) through a socket. May be called between fork and exec.
/// Returns false on failure.
bool sendListener(int socket, int listener, const ListenerMessage &message);

/// Receives a message and a listener (the descriptor from which the tool reads
/// the stopped system calls) from a socket. Returns the listener, or -1 on
/// failure.
int receiveListener(int socket, ListenerMessage &message);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
