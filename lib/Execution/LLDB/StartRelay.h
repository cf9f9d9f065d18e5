// Saves LLDB from hanging if its program is killed during the start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If somebody kills the program, lldb-server reports it without being asked.
// While liblldb asks many questions, as it does when a program starts, it takes
// that report for the answer to its last question, and every later answer for
// that to the question before. It then waits 20 s for an answer that can't
// come, or crashes on a register without a name (LLDB 19.1). It can cope with a
// lost connection, so the relay cuts the connection instead.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_STARTRELAY_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_STARTRELAY_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace pinstripe {

/// As long as the object lives, a thread relays everything between LLDB and its
/// server, and cuts the connection when the server reports a kill. After that,
/// LLDB uses the socket directly again, at full speed. No request may be under
/// way when the object is created or destroyed.
class StartRelay {
public:
  /// Starts the relay. `socket` is connected to lldb-server; LLDB keeps using
  /// its descriptor number.
  static llvm::Expected<std::unique_ptr<StartRelay>> create(int socket);
  ~StartRelay();
  StartRelay(const StartRelay &) = delete;
  StartRelay &operator=(const StartRelay &) = delete;

  /// Returns whether the server has reported that the program was killed.
  bool hasSeenKill() const { return seenKill; }

private:
  StartRelay(int socket, FileDescriptor server, FileDescriptor client,
             FileDescriptor stop);
  void relay();
  bool pass(const FileDescriptor &from, const FileDescriptor &to);
  bool send(const FileDescriptor &to, llvm::StringRef bytes);
  bool waitFor(const FileDescriptor &file, short events);
  bool reportsKill(llvm::StringRef bytes);

  int socket;            ///< The number of the descriptor that LLDB uses.
  FileDescriptor server; ///< The relay's connection to lldb-server.
  FileDescriptor client; ///< The relay's connection to LLDB.
  FileDescriptor stop;   ///< An eventfd that makes the thread end.
  std::array<char, 1 << 16> buffer;
  /// The beginning of the last packet from the server.
  std::string packetStart;
  std::atomic<bool> seenKill = false;
  /// The thread uses all other members, so it is declared last.
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_STARTRELAY_H
