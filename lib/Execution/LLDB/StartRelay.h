// Saves LLDB from hanging if the program is killed during its start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a program starts, liblldb asks lldb-server many questions. If somebody
// kills the program meanwhile, lldb-server reports the kill without being
// asked. liblldb takes this report for the answer to its last question, and
// from then on relates each answer to the wrong question. In the end, it waits
// 20 s for an answer that can't come, or crashes (LLDB 19.1).
//
// liblldb can cope with a lost connection, so the relay cuts the connection
// when lldb-server reports a kill.

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

/// Relays everything between LLDB and lldb-server on a thread of its own, and
/// cuts the connection when lldb-server reports a kill. When the object is
/// destroyed, LLDB uses the socket directly again, at full speed. No request
/// may be under way when the object is created or destroyed.
class StartRelay {
public:
  /// Starts to pass on all messages between LLDB and lldb-server. `socket` is
  /// the file descriptor that LLDB uses for its connection to lldb-server. LLDB
  /// keeps using this descriptor, which now leads to the relay.
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

  int socket;            ///< The descriptor number of LLDB's connection.
  FileDescriptor server; ///< The relay's connection to lldb-server.
  FileDescriptor client; ///< The relay's connection to liblldb.
  FileDescriptor stop;   ///< An eventfd that makes the relay's thread end.
  std::array<char, 1 << 16> buffer;
  /// The first bytes of the packet that lldb-server is sending. They tell
  /// whether the packet reports that SIGKILL has ended the program.
  std::string packetStart;
  std::atomic<bool> seenKill = false;
  /// The relay's thread uses all other members. So it is declared last: members
  /// are made in order of declaration, and the thread starts when it is made.
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_STARTRELAY_H
