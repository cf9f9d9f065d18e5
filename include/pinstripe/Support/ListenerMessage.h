// Sends the listener of a child's system call filter to the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
#define PINSTRIPE_SUPPORT_LISTENERMESSAGE_H

namespace pinstripe {

/// A message that comes with a listener and tells the tool about the program. A
/// listener is the descriptor by which the kernel passes on system calls that a
/// filter has stopped (seccomp's user notifications).
struct ListenerMessage {
  /// Whether the program is a debugger that starts the program under test.
  bool isDebugger = false;
};

/// Sends a listener through a socket. May be called between fork and exec.
/// Returns false on failure.
bool sendListener(int socket, int listener, const ListenerMessage &message);

/// Receives a listener. Returns its descriptor, or -1 on failure.
int receiveListener(int socket, ListenerMessage &message);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_LISTENERMESSAGE_H
