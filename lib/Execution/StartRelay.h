//===- StartRelay.h - Between LLDB and its server -------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lldb-server reports unasked that somebody has killed the program. While
// liblldb asks much, as it does when a program starts, it takes the report for
// the reply to what it has asked last, and each later reply for that to the
// question before: it waits 20 s for what can't come, or crashes on a register
// without a name (LLDB 19.1). A lost connection it can stand.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_STARTRELAY_H
#define PINSTRIPE_LIB_EXECUTION_STARTRELAY_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace pinstripe {

/// As long as it lives, all that goes through a socket in either direction
/// goes through a thread of ours, which cuts the connection when a kill is
/// reported. Before and after that the socket is as fast as ever, so nothing
/// may be under way when an object begins and ends.
class StartRelay {
public:
  /// `socket`: connected to lldb-server. Its number stays LLDB's end.
  static llvm::Expected<std::unique_ptr<StartRelay>> create(int socket);
  ~StartRelay();
  StartRelay(const StartRelay &) = delete;
  StartRelay &operator=(const StartRelay &) = delete;

  /// Whether the program was killed.
  bool hasSeenKill() const { return seenKill; }

private:
  StartRelay(int socket, FileDescriptor server, FileDescriptor client,
             FileDescriptor stop);
  void relay();
  bool pass(const FileDescriptor &from, const FileDescriptor &to);
  bool send(const FileDescriptor &to, llvm::StringRef bytes);
  bool waitFor(const FileDescriptor &file, short events);
  bool reportsKill(llvm::StringRef bytes);

  int socket;            ///< LLDB's
  FileDescriptor server; ///< what the socket was
  FileDescriptor client; ///< the other end of what it is now
  FileDescriptor stop;   ///< an event: the object ends
  std::array<char, 1 << 16> buffer;
  std::string packetStart; ///< of the last packet from the server
  std::atomic<bool> seenKill = false;
  std::thread thread; ///< last: starts when the rest is there
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STARTRELAY_H
